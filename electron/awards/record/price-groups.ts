import type { DatabaseConnection } from '../../storage/open.ts';
import type { Stored } from './version-writer.ts';

/** Marks changed price groups (route and programme), whose standings then have to be counted again. */
export function preparePriceGroups(db: DatabaseConnection) {
  const change = db.prepare<[number, number, number]>(`
    INSERT INTO award_price_groups (partition_id, origin, destination, programme_id, changes, counted)
    SELECT ?, origin, destination, ?, 1, 0 FROM award_routes WHERE id = ?
    ON CONFLICT (partition_id, origin, destination, programme_id) DO UPDATE SET changes = changes + 1`);
  const changeRoute = db.prepare<[number, number]>(`
    UPDATE award_price_groups SET changes = changes + 1
    WHERE partition_id = ? AND (origin, destination) = (SELECT origin, destination FROM award_routes WHERE id = ?)`);

  /** Opens the groups of a partition for one page's writing. */
  return (partitionId: number) => {
    const programmesOf = new Map<number, Set<number>>();
    const leftRoutes = new Set<number>();
    return {
      /** Marks the group of a stored row and those of the routes that its record was on before. */
      touch({ content: { routeId, programmeId }, elsewhere }: Stored): void {
        const programmes = programmesOf.get(routeId);
        if (programmes === undefined) programmesOf.set(routeId, new Set([programmeId]));
        else programmes.add(programmeId);
        for (const place of elsewhere) leftRoutes.add(place.routeId);
      },
      close(): void {
        for (const [routeId, programmes] of programmesOf)
          for (const programmeId of programmes) change.run(partitionId, programmeId, routeId);
        for (const routeId of leftRoutes) changeRoute.run(partitionId, routeId);
      },
    };
  };
}

/** Inserts every price group as uncounted, after tables were copied. */
export const EVERY_PRICE_GROUP = `
  INSERT INTO main.award_price_groups (partition_id, origin, destination, programme_id, changes, counted)
  SELECT DISTINCT e.partition_id, r.origin, r.destination, v.programme_id, 1, 0
  FROM main.award_versions v JOIN main.award_records e ON e.id = v.record_id
  JOIN main.award_routes r ON r.id = v.route_id`;
