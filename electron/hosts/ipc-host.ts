import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { channelOf, EVENT_CHANNEL, everyRequest, LISTENING_CHANNEL } from './channels.ts';
import { requestServer, type Served } from './serve-request.ts';

export type IpcHostDeps = Served & {
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  /** The open windows. */
  windows: () => readonly WebContents[];
  /** Whether an address belongs to this program. */
  isOwnPage: (url: string) => boolean;
  /** Called when a window's page starts to receive events. */
  pageListens: (contents: WebContents) => void;
  checkOutput: boolean;
  report: (where: string) => void;
};

/** Whether a message comes from the top frame of the program's own page; others are refused. */
function isTrusted(event: IpcMainInvokeEvent, isOwnPage: (url: string) => boolean): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isOwnPage(frame.url);
}

export type IpcHost = {
  /** Sends an event to one window. */
  sendToWindow(contents: WebContents, name: string, payload: unknown): void;
  stop(): void;
};

/** Binds the contract to Electron's IPC: one channel for each request, and one for events. */
export function startIpcHost(deps: IpcHostDeps): IpcHost {
  const { ipcMain, isOwnPage } = deps;
  const request = requestServer(deps);
  for (const { group, name } of everyRequest)
    ipcMain.handle(channelOf(group, name), async (event, input: unknown) => {
      if (!isTrusted(event, isOwnPage))
        return {
          ok: false,
          failure: { code: 'wrong_place', message: 'Milepost answers only its own page.' },
        };
      return request(group, name, input);
    });
  ipcMain.handle(LISTENING_CHANNEL, (event) => {
    if (isTrusted(event, isOwnPage)) deps.pageListens(event.sender);
  });
  const sendToWindow = (contents: WebContents, name: string, payload: unknown) => {
    if (!contents.isDestroyed() && isOwnPage(contents.getURL())) contents.send(EVENT_CHANNEL, name, payload);
  };
  const unsubscribe = deps.subscribe((name, payload) => {
    for (const contents of deps.windows()) sendToWindow(contents, name, payload);
  });
  return {
    sendToWindow,
    stop: () => {
      unsubscribe();
      ipcMain.removeHandler(LISTENING_CHANNEL);
      for (const { group, name } of everyRequest) ipcMain.removeHandler(channelOf(group, name));
    },
  };
}
