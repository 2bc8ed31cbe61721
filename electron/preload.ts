import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Connection } from '#shared/contract/index.ts';
import { channelOf, EVENT_CHANNEL, everyRequest, LISTENING_CHANNEL } from './hosts/channels.ts';

const channels = new Set(everyRequest.map(({ group, name }) => channelOf(group, name)));

/**
 * All that the page gets of the system: the contract's requests by name, and its events. No channel can be named that
 * the contract does not have, and nothing of Electron itself crosses the bridge.
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
    const heard = (_event: IpcRendererEvent, name: string, payload: unknown) => receive(name, payload);
    ipcRenderer.on(EVENT_CHANNEL, heard);
    void ipcRenderer.invoke(LISTENING_CHANNEL);
    return () => {
      ipcRenderer.off(EVENT_CHANNEL, heard);
    };
  },
};

contextBridge.exposeInMainWorld('milepost', connection);
