import { Script } from 'node:vm';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * Histories have the same few schemas: each is compiled once in this process, by its text. Patterns are tested without
 * their real-time limit, which would depend on the load of the machine.
 */
export function knowSchemas(): void {
  const compiled = new Map<string, ValidateFunction>();
  const { compile } = Ajv2020.prototype;
  Ajv2020.prototype.compile = function knownCompile(this: Ajv2020, schema: object) {
    const text = JSON.stringify(schema);
    const known = compiled.get(text) ?? compile.call(this, schema);
    compiled.set(text, known as ValidateFunction);
    return known;
  } as typeof compile;
  const { runInContext } = Script.prototype;
  Script.prototype.runInContext = function timelessRun(this: Script, context, options) {
    const { timeout: _, ...rest } = typeof options === 'object' ? options : {};
    return runInContext.call(this, context, rest);
  };
}
