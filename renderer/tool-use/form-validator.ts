import { Validator } from '@cfworker/json-schema';
import type { RJSFSchema, ValidatorType } from '@rjsf/utils';

/**
 * Used by the form library while rendering, to find which of several alternatives the data matches. The main process
 * validates the input itself. This validator compiles no code, which the page's policy forbids.
 */
export const formValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid(schema, formData, rootSchema) {
    const { $defs, definitions } = rootSchema as RJSFSchema;
    try {
      const validator = new Validator(
        JSON.parse(JSON.stringify({ $defs, definitions, allOf: [schema] })),
        '2020-12',
      );
      return validator.validate(JSON.parse(JSON.stringify(formData ?? null))).valid;
    } catch {
      return false;
    }
  },
};
