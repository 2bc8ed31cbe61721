/** Messages between the stand-in for Electron and the process that shows its windows and answers for the system. */

/** A failure as Electron passes it to the page: only its message. */
export type Answer = { ok: true; value: unknown } | { ok: false; message: string };

/** The program's requests to its windows and to the system. A question names the window that it is modal to. */
export type ToSystem =
  | { kind: 'listening'; port: number }
  | { kind: 'window'; window: number; options: object }
  | { kind: 'open'; window: number; url: string }
  | { kind: 'show'; window: number }
  | { kind: 'focus'; window: number }
  | { kind: 'maximize'; window: number }
  | { kind: 'crash'; window: number }
  | { kind: 'close'; window: number }
  | { kind: 'webrtc'; window: number; policy: string }
  | { kind: 'proxy'; config: object }
  | { kind: 'switch'; name: string; value: string }
  | { kind: 'about'; options: object }
  | { kind: 'app-user-model-id'; id: string }
  | { kind: 'answer'; window: number; id: number; answer: Answer }
  | { kind: 'send'; window: number; channel: string; payload: unknown[] }
  | {
      kind: 'question';
      id: number;
      window: number | null;
      message: string;
      detail: string;
      buttons: string[];
      defaultId: number;
      cancelId: number;
    }
  | { kind: 'save-question'; id: number; window: number | null; name: string }
  | { kind: 'taken-back'; id: number }
  | { kind: 'error-box'; words: string }
  | { kind: 'external'; url: string }
  | { kind: 'file-shown'; path: string }
  | { kind: 'notification'; id: number; title: string; body: string }
  | { kind: 'notifications-asked' }
  | { kind: 'schemes'; schemes: object[] }
  | { kind: 'sandboxed' }
  | { kind: 'badge'; count: number }
  | { kind: 'overlay'; window: number; hasImage: boolean; description: string }
  | { kind: 'user-tasks'; tasks: { title: string; program: string; arguments: string }[] }
  | { kind: 'default-protocol'; scheme: string }
  | { kind: 'relaunch'; options: object };

export type Input = 'mouseDown' | 'mouseUp' | 'rawKeyDown' | 'keyUp';

/** Messages from windows and system to the program. */
export type ToProgram =
  | { kind: 'navigating'; window: number }
  | { kind: 'loaded'; window: number }
  | { kind: 'invoke'; window: number; id: number; channel: string; input: unknown }
  | { kind: 'input'; window: number; type: Input }
  | { kind: 'window-open'; window: number; url: string }
  | { kind: 'led-away'; window: number; url: string }
  | { kind: 'reply'; id: number; button: number }
  | { kind: 'save-reply'; id: number; path: string }
  | { kind: 'notification-click'; id: number }
  | { kind: 'clipboard'; text: string };

/** The address of the program's own pages, as in Electron's windows. */
export const PAGE_PLACE = 'app://milepost';
