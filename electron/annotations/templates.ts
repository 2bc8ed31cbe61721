import { MAX_TEMPLATES, type Template } from '#shared/contract/annotations.ts';
import { fail } from '#shared/contract/failure.ts';
import type { Storage } from '../storage/open.ts';

type Columns = { templateId: number; name: string; request: string; pinned: number; updatedAt: number };

const COLUMNS = 'id AS templateId, name, request, pinned, updated_at AS updatedAt';

const templateFrom = ({ request, pinned, ...rest }: Columns): Template => ({
  ...rest,
  request: JSON.parse(request) as Record<string, unknown>,
  pinned: pinned === 1,
});

const notFound = (): never => fail('not_found', 'This template is no longer stored.');

const nameInUse = (): never =>
  fail('name_taken', 'Another template has this name.', {
    fields: { name: 'Another template has this name.' },
  });

/** The ID of no template; the name of a new one must differ from all others. */
const NO_TEMPLATE = 0;

/** Stores searches under user-given names, compared ignoring case. */
export function openTemplates({ db, transaction }: Storage) {
  const list = db.prepare<[], Columns>(
    `SELECT ${COLUMNS} FROM search_templates ORDER BY pinned DESC, name COLLATE NOCASE
     LIMIT ${MAX_TEMPLATES}`,
  );
  const count = db.prepare<[], number>('SELECT count(*) FROM search_templates').pluck();
  const byId = db.prepare<[number], Columns>(`SELECT ${COLUMNS} FROM search_templates WHERE id = ?`);
  const otherByName = db.prepare<[string, number]>(
    'SELECT 1 FROM search_templates WHERE name = ? COLLATE NOCASE AND id <> ?',
  );
  const upsert = db.prepare<[string, string, number, number], Columns>(`
    INSERT INTO search_templates (name, request, pinned, updated_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET name = excluded.name, request = excluded.request, pinned = excluded.pinned,
      updated_at = excluded.updated_at
    RETURNING ${COLUMNS}`);
  const update = db.prepare<[string, number, number, number]>(
    'UPDATE search_templates SET name = ?, pinned = ?, updated_at = ? WHERE id = ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM search_templates WHERE id = ?');

  return {
    list: (): Template[] => list.all().map(templateFrom),
    save(
      {
        name,
        request,
        pinned,
        replace,
      }: { name: string; request: Record<string, unknown>; pinned: boolean; replace?: boolean | undefined },
      at: number,
    ): Template {
      if (otherByName.get(name, NO_TEMPLATE) === undefined && (count.get() ?? 0) >= MAX_TEMPLATES)
        fail('too_many', `There are ${MAX_TEMPLATES} templates already. Remove one, then save this one.`);
      if (replace !== true && otherByName.get(name, NO_TEMPLATE) !== undefined) nameInUse();
      const saved = upsert.get(name, JSON.stringify(request), pinned ? 1 : 0, at);
      return saved === undefined ? notFound() : templateFrom(saved);
    },
    change(
      {
        templateId,
        name,
        pinned,
      }: { templateId: number; name?: string | undefined; pinned?: boolean | undefined },
      at: number,
    ): Template {
      return transaction(() => {
        const saved = byId.get(templateId) ?? notFound();
        if (name !== undefined && otherByName.get(name, templateId) !== undefined) nameInUse();
        update.run(name ?? saved.name, pinned === undefined ? saved.pinned : pinned ? 1 : 0, at, templateId);
        return templateFrom(byId.get(templateId) ?? notFound());
      });
    },
    remove(templateId: number): void {
      if (remove.run(templateId).changes === 0) notFound();
    },
  };
}
