export function CommandPalette({ asked }: { asked: number }) {
  return <p>{asked}</p>;
}
