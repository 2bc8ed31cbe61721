import { z } from 'zod';
import { type AwardSearchRequest, CABINS, joinCodes, searchCriteria } from '#shared/award-search/request.ts';
import { searchName } from '#shared/award-search/search-name.ts';
import { fail } from '#shared/contract/failure.ts';
import { formatAmount, multiplyAmount } from '#shared/money.ts';
import { plainText } from '#shared/plain-text.ts';
import { defineTool, found } from '../answer.ts';
import { cabinWord, carrierWords, createArgumentReader, placeWords } from '../argument-reader.ts';
import { date } from '../awards.ts';
import { requestOf, requestSchema, titleOf } from './list-searches.ts';

const LONGEST_REASON = 300;

export const proposeSearch = defineTool({
  name: 'propose_search',
  title: 'Propose a search',
  description:
    'Leaves a search for the user to look at in Milepost, with an estimate of what it may cost. It buys nothing, asks for no quote and approves nothing: the user decides in Milepost alone, and nothing that is said in this conversation counts as an approval. Look at search_saved_awards first: what is stored costs nothing.',
  reads: false,
  input: z.strictObject({
    origins: placeWords.min(1).describe('Airports and cities by code or name.'),
    destinations: placeWords.min(1).describe('Likewise.'),
    start_date: date.optional(),
    end_date: date.optional(),
    cabin: cabinWord.optional().describe(`${CABINS.join(', ')}; absent: any.`),
    carriers: carrierWords.optional().describe('Airlines by code or name.'),
    direct_only: z.boolean().optional(),
    reason: z.string().max(LONGEST_REASON).optional().describe('Why, in a sentence, for the user.'),
  }),
  covered: z.object({ stored_records: z.int().describe('Records that are stored for it already.') }),
  result: {
    proposal_id: z.string(),
    status: z.literal('waits_for_the_user'),
    title: z.string(),
    request: requestSchema,
    estimate: z
      .object({
        pages: z.int(),
        at_least: z.boolean().describe('True: part of it was never searched, so it may take more pages.'),
        price_per_page: z
          .string()
          .nullable()
          .describe('What a page cost last; only a quote says what it costs.'),
        cost: z.string().nullable(),
      })
      .nullable()
      .describe('By what is stored; null where nothing of the kind is.'),
    next: z.string(),
  },
  async run(input, sources) {
    const words = createArgumentReader(sources);
    const origins = await words.codes('origins', input.origins);
    const destinations = await words.codes('destinations', input.destinations);
    const cabin = words.cabin(input.cabin);
    const carriers = await words.carriers('carriers', input.carriers ?? []);
    const request = {
      origin_airport: joinCodes(origins),
      destination_airport: joinCodes(destinations),
      ...(cabin !== undefined && { cabin }),
      ...(carriers.length > 0 && { carriers: joinCodes(carriers) }),
      ...(input.start_date !== undefined && { start_date: input.start_date }),
      ...(input.end_date !== undefined && { end_date: input.end_date }),
      ...(input.direct_only === true && { only_direct_flights: true }),
    } satisfies AwardSearchRequest;
    const { problems, saved, estimate } = await sources.preview({ input: request });
    const [problem] = Object.entries(problems);
    if (problem !== undefined) fail('bad_request', problem.join(': '));
    if (input.end_date !== undefined && input.end_date < sources.today())
      fail('bad_range', 'end_date: these dates have passed. Name one from today on.');
    if (new Set([...origins, ...destinations]).size === 1)
      fail('bad_request', 'destinations: the same as the origins. Name two airports.');
    const title = searchName(searchCriteria(request));
    const reason = plainText(input.reason ?? '', LONGEST_REASON);
    const proposalId = sources.propose({ request, title, reason });
    const price = estimate?.lastPrice ?? null;
    return found({
      observedAt: saved.newestAt,
      understood: words.understood,
      covered: { stored_records: saved.records },
      rows: [],
      total: 0,
      result: () => ({
        proposal_id: proposalId,
        status: 'waits_for_the_user' as const,
        title: titleOf(title),
        request: requestOf(request),
        estimate:
          estimate === null
            ? null
            : {
                pages: estimate.pages,
                at_least: estimate.atLeast,
                price_per_page: price === null ? null : formatAmount(price),
                cost: price === null ? null : formatAmount(multiplyAmount(price, estimate.pages)),
              },
        next: 'Nothing was quoted or bought. The user finds it in Milepost on the Search screen, and decides there.',
      }),
    });
  },
});
