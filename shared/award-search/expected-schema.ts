/**
 * The input of the award search as §2.1 shows it, as a JSON Schema, for comparison with a Tool's described input.
 * Descriptions are left out, because they are not binding.
 */
export const EXPECTED_INPUT_SCHEMA = {
  type: 'object',
  properties: {
    origin_airport: { type: 'string', minLength: 3 },
    destination_airport: { type: 'string', minLength: 3 },
    cabin: { type: 'string', enum: ['economy', 'premium', 'business', 'first'] },
    carriers: { type: 'string' },
    start_date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    end_date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    include_trips: { type: 'boolean' },
    only_direct_flights: { type: 'boolean' },
    order_by: { type: 'string', enum: ['lowest_mileage'] },
    cursor: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    skip: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    take: { type: 'integer', minimum: 10, maximum: 1000 },
  },
  required: ['origin_airport', 'destination_airport'],
  additionalProperties: false,
} as const;
