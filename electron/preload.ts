import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Connection } from '#shared/contract/index.ts';
import { channelOf, EVENT_CHANNEL, everyRequest, LISTENING_CHANNEL } from './hosts/channels.ts';

const channels = new Set(everyRequest.map(({ group, name }) => channelOf(group, name)));

/**
 * The page's only access to the system: the contract's requests by name, and its events. Other channels cannot be named,
 * and nothing of Electron itself crosses the bridge.
 */
const connection: Connection = {
  call: async (group, name, input) => {
    const channel = channelOf(String(group), String(name));
    if (!channels.has(channel))
      return {
        ok: false,
        failure: {
          code: 'unknown_request',
          message: 'This page asked for something that this Milepost does not know.',
        },
      };
    return ipcRenderer.invoke(channel, input);
  },
  listen: (receive) => {
    const listener = (_event: IpcRendererEvent, name: string, payload: unknown) => receive(name, payload);
    ipcRenderer.on(EVENT_CHANNEL, listener);
    void ipcRenderer.invoke(LISTENING_CHANNEL);
    return () => {
      ipcRenderer.off(EVENT_CHANNEL, listener);
    };
  },
};

contextBridge.exposeInMainWorld('milepost', connection);
