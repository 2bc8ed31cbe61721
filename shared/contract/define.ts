import type { z } from 'zod';

/** One request of the contract: input and output, both checked at the host. */
type RequestDefinition = { readonly input: z.ZodType; readonly output: z.ZodType };
type RequestGroups = Readonly<Record<string, Readonly<Record<string, RequestDefinition>>>>;
type EventDefinitions = Readonly<Record<string, z.ZodType>>;

export function request<Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) {
  return { input, output } as const;
}

/** The handlers that the main process supplies: exactly one for each request of the contract. */
export type Handlers<Groups extends RequestGroups> = {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]]: (
      input: z.output<Groups[Group][Name]['input']>,
    ) => Promise<z.input<Groups[Group][Name]['output']>> | z.input<Groups[Group][Name]['output']>;
  };
};

/** The same requests as the renderer calls them. A failure is thrown as a `ContractFailure`. */
export type GroupClient<Groups extends RequestGroups> = {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]]: (
      ...input: undefined extends z.input<Groups[Group][Name]['input']>
        ? []
        : [input: z.input<Groups[Group][Name]['input']>]
    ) => Promise<z.output<Groups[Group][Name]['output']>>;
  };
};

export type EventPayload<Events extends EventDefinitions, Name extends keyof Events> = z.output<Events[Name]>;
