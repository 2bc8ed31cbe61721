import {
  ActionIcon,
  Alert,
  Button,
  Combobox,
  createTheme,
  type MantineColorsTuple,
  Modal,
  MultiSelect,
  Select,
  TableScrollContainer,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';

/** A quiet blue-green: enough contrast on white for text from shade 7 on, and on the dark surface from shade 4 down. */
const route: MantineColorsTuple = [
  '#eaf6f7',
  '#d5eaec',
  '#a6d4d8',
  '#73bdc4',
  '#4caab3',
  '#2f95a0',
  '#1c7d88',
  '#0f6670',
  '#0a525b',
  '#063f46',
];

const systemFont =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

const SMALL = { fontSize: 12 };
const TITLE = { fontWeight: 650, fontSize: 16 };

export const theme = createTheme({
  primaryColor: 'route',
  primaryShade: { light: 7, dark: 6 },
  colors: { route },
  autoContrast: true,
  defaultRadius: 'md',
  // The scale of page.css, so that the library's components use the same sizes.
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '22px' },
  fontFamily: systemFont,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace',
  headings: { fontFamily: systemFont, fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // The library's own type sizes lie between the steps of the scale. By name: the first screen needs none of them.
    Badge: { styles: { root: { '--badge-fz': '12px' } } },
    InputWrapper: { styles: { description: SMALL, error: SMALL } },
    Drawer: { styles: { title: TITLE } },
    // A menu may contain nothing focusable other than its items: the first of them takes the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: Modal.extend({
      styles: { title: TITLE, body: { paddingTop: 4 } },
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { duration: 120 },
      },
    }),
    // What nearly every use of a component wants: a use says only what is special about it.
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Alert: Alert.extend({ styles: { message: { color: 'var(--mantine-color-text)' } } }),
    Button: Button.extend({ defaultProps: { variant: 'default' } }),
    TableScrollContainer: TableScrollContainer.extend({ defaultProps: { type: 'native' } }),
    Text: Text.extend({ defaultProps: { size: 'sm' } }),
    TextInput: TextInput.extend({ defaultProps: { autoComplete: 'off', spellCheck: false } }),
    // A closed list is unmounted: a mounted one is created and measured with its field, for example 300 saved searches.
    Combobox: Combobox.extend({ defaultProps: { keepMounted: false } }),
    // Focus does not open a list: it would cover what is below without being asked for.
    MultiSelect: MultiSelect.extend({ defaultProps: { openOnFocus: false } }),
    Select: Select.extend({ defaultProps: { openOnFocus: false } }),
    TagsInput: TagsInput.extend({ defaultProps: { openOnFocus: false } }),
  },
});
