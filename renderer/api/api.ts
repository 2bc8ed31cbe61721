import './strict-page.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { clientOver } from './client.ts';
import { connection } from './connection.ts';

/** The main process, as functions: `api.<group>.<name>(input)`. A mapped failure is thrown as `ContractFailure`. */
export const api: ContractClient = clientOver(connection);
