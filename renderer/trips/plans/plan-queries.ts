import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TripQuestion } from '#shared/planning/question.ts';
import { api } from '../../api/api.ts';

/** Under `results`: new pages may change every answer of the planner; what stood there stays until then. */
export const plansQuery = (question: TripQuestion) =>
  queryOptions({
    queryKey: ['results', 'plans', question],
    queryFn: () => api.planning.plans({ question }),
    placeholderData: keepPreviousData,
  });

export const whatIfQuery = (question: TripQuestion) =>
  queryOptions({
    queryKey: ['results', 'what-if', question],
    queryFn: () => api.planning.whatIf({ question }),
    placeholderData: keepPreviousData,
  });

export const adviceQuery = (question: TripQuestion) =>
  queryOptions({
    queryKey: ['results', 'advice', question],
    queryFn: () => api.planning.advice({ question }),
    placeholderData: keepPreviousData,
  });
