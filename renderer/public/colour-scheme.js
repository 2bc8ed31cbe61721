// Before the first paint: the page begins in the colours that its reader chose (the host writes them into the page), or in
// those of the system. Not a module, which would come after it.
const { dataset } = document.documentElement;
const systemScheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
dataset.mantineColorScheme = dataset.theme === 'system' ? systemScheme : dataset.theme;
