import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** Charges that the user has not seen; read again whenever a purchase changes. */
export const chargeAlarmsQuery = queryOptions({
  queryKey: ['purchases', 'alarms'],
  queryFn: () => api.purchases.alarms(),
});
