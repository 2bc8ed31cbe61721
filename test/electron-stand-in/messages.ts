/** What crosses between the process of the stand-in and the browser that shows its windows. */

/** A failure as Electron hands it to the page: its words alone. */
export type Answer = { ok: true; value: unknown } | { ok: false; message: string };

export type ToWindows =
  | { kind: 'listening'; port: number }
  | { kind: 'open'; window: number; url: string }
  | { kind: 'close'; window: number }
  | { kind: 'answer'; id: number; answer: Answer }
  | { kind: 'send'; window: number; channel: string; payload: unknown[] }
  | { kind: 'question'; id: number; message: string; detail: string; buttons: string[] }
  | { kind: 'error-box'; title: string; content: string }
  | { kind: 'external'; url: string };

export type ToProcess =
  | { kind: 'loaded'; window: number }
  | { kind: 'invoke'; window: number; id: number; channel: string; input: unknown }
  | { kind: 'input'; window: number; type: 'mouseDown' | 'keyDown' }
  | { kind: 'window-open'; window: number; url: string }
  | { kind: 'reply'; id: number; button: number }
  | { kind: 'clipboard'; text: string }
  | { kind: 'window-closed'; window: number };

/** The place of the program's own pages, as Electron's windows name it. */
export const PAGE_PLACE = 'app://milepost';
