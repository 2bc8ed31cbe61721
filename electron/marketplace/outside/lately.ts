const MAX_LATELY = 20;

/** What was made under a key lately, else made now and stored; what was not needed for longest gives way. */
export function lately<Made>(stored: Map<string, Made>, key: string, make: () => Made): Made {
  const made = stored.get(key) ?? make();
  stored.delete(key);
  stored.set(key, made);
  if (stored.size > MAX_LATELY) stored.delete(stored.keys().next().value ?? '');
  return made;
}
