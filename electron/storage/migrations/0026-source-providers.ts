/**
 * Which provider's Tool the records of a partition are of: two Tools of one contract are two sources. What is stored was all
 * one source, and stays what it is: that of the provider that answered last.
 */
const providerIn = (capability: string): string => `
  SELECT substr(lower(c.tool_id), instr(lower(c.tool_id), 'get.') + 4,
    instr(lower(c.tool_id), '.${capability}') - instr(lower(c.tool_id), 'get.') - 4)
  FROM award_pages p CROSS JOIN award_runs r ON r.id = p.run_id CROSS JOIN award_searches s ON s.id = r.search_id
  CROSS JOIN award_partitions h ON h.id = s.partition_id CROSS JOIN purchases c ON c.id = p.purchase_id
  WHERE h.identity = award_partitions.identity AND h.source = award_partitions.source
    AND (c.tool_id LIKE 'get.%.${capability}%' OR c.tool_id LIKE 'capability:get.%.${capability}%')
  ORDER BY p.id DESC LIMIT 1`;

export const sourceProviders = {
  version: 26,
  name: 'source providers',
  sql: `
    ALTER TABLE award_partitions ADD COLUMN provider TEXT NOT NULL DEFAULT '';
    UPDATE award_partitions SET provider = coalesce((${providerIn('api-awards-search')}), '') WHERE source = '';
    UPDATE award_partitions SET provider = coalesce((${providerIn('v1-award-offers')}), '') WHERE source = 'seat_offers';
  `,
};
