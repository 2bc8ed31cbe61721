import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

type FileMenuProps<Format> = {
  formats: readonly { format: Format; label: string }[];
  loading: boolean;
  disabled?: boolean;
  onChoose: (format: Format) => void;
};

/** One button for all the file formats of an export. */
export function FileMenu<Format extends string>({
  formats,
  loading,
  disabled = false,
  onChoose,
}: FileMenuProps<Format>) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={loading}
          disabled={disabled}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => onChoose(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
