import type { ComponentPropsWithRef } from 'react';

type FormProps = Omit<ComponentPropsWithRef<'form'>, 'onSubmit' | 'noValidate'> & { onSubmit: () => void };

/** A form whose fields say themselves what is wrong, in a traveller's words. */
export const Form = ({ onSubmit, ...props }: FormProps) => (
  <form
    {...props}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);
