export const SCHEMA = 3

/** Fill factor: a head is updated in place, on the page where its row lies. The state is not compressed again. */
export const TABLES: readonly string[] = [
  `create table if not exists credence_schema(version integer not null)`,
  `create table if not exists credence_stream(
     key text collate "C" primary key, head bigint not null, mark double precision not null default 0,
     snap bigint not null default 0, state bytea
   ) with (fillfactor = 70)`,
  `alter table credence_stream alter column state set storage external`,
  `create table if not exists credence_event(
     key text collate "C" not null, seq bigint not null, body text not null, primary key(key, seq))`,
  `alter table credence_stream add column if not exists epoch bigint not null default 0`,
  `alter table credence_stream add column if not exists seen bigint not null default 0`,
  `create table if not exists credence_name(
     key text collate "C" not null, nth bigint not null, bytes bytea not null, primary key(key, nth))`,
  `create table if not exists credence_history(
     key text collate "C" not null, seq bigint not null, at bigint not null, body text not null, primary key(key, seq))`,
  `create index if not exists credence_history_at on credence_history(at)`,
  `create index if not exists credence_stream_mark on credence_stream(mark desc, key) where mark > 0`,
]

/**
 * A batch is one statement, and so one transaction without a round trip inside: a client that freezes holds no
 * lock. A head that is not where its writer believes it leaves fewer rows than asked for, and 1/0 undoes it all.
 * The primary key of the events alone would not do: a frozen writer could insert a number that was cut.
 *
 * The keys are named once more as an array: else the planner, which cannot know how few rows h has, reads whole tables
 * (15 ms with 40,000 events, where the index takes 1).
 */
export const COMMIT: string = `
with h as materialized (
  select * from json_to_recordset(($1::text)::json)
    as h(key text, was bigint, will bigint, epoch bigint, snap bigint, state text, mark double precision, seen bigint,
      first bigint, names json, gone boolean, k json, w json)),
u as (
  update credence_stream s set head = h.will, snap = coalesce(h.snap, s.snap),
    state = case when h.state is null then s.state else decode(h.state, 'base64') end,
    mark = coalesce(h.mark, s.mark), seen = coalesce(h.seen, s.seen)
  from h where s.key = any(array(select key from h)) and s.key = h.key and s.head = h.was and s.epoch = h.epoch
    and h.was > 0 and h.gone is null returning 1),
i as (
  insert into credence_stream(key, head, epoch, mark, seen)
  select key, will, epoch, coalesce(mark, 0), coalesce(seen, 0) from h where was = 0 and gone is null
  on conflict do nothing returning 1),
x as (
  delete from credence_stream s using h
  where s.key = any(array(select key from h where gone)) and s.key = h.key and h.gone
    and s.head = h.was and s.epoch = h.epoch returning 1),
d as (
  delete from credence_event e using h
  where e.key = any(array(select key from h where snap is not null or gone)) and e.key = h.key
    and (h.gone or e.seq <= h.snap)),
n as (
  insert into credence_name(key, nth, bytes)
  select key, (c->>0)::bigint, decode(c->>1, 'base64')
    from (select key, names from h where names is not null) h cross join json_array_elements(h.names) as c
  on conflict (key, nth) do update set bytes = excluded.bytes),
o as (
  delete from credence_name c using h
  where c.key = any(array(select key from h where first is not null or gone)) and c.key = h.key
    and (h.gone or c.nth < h.first)),
f as (
  delete from credence_history c using h
  where c.key = any(array(select key from h where gone)) and c.key = h.key and h.gone),
k as (
  insert into credence_history(key, seq, at, body)
  select key, (r->>0)::bigint, (r->>1)::bigint, r->>2
    from (select key, k from h where k is not null) h cross join json_array_elements(h.k) as r
  on conflict (key, seq) do update set at = excluded.at, body = excluded.body),
w as (
  insert into credence_event(key, seq, body)
  select key, was + nth, body from (select key, was, w from h where gone is null) h
    cross join json_array_elements_text(h.w) with ordinality as w(body, nth))
select 1 / ((select count(*) from u) + (select count(*) from i) + (select count(*) from x) = $2::bigint
  and ($3::text = '' or exists (
    select 1 from credence_stream where key = $3::text and head = $4::bigint and epoch = $5::bigint)))::int as done`

export const LOAD: string = `
select s.key, s.head::text, s.epoch::text, s.mark, s.snap::text, encode(s.state, 'base64') as state,
  (select json_agg(e.body order by e.seq) from credence_event e where e.key = s.key and e.seq > s.snap)::text as tail,
  (select json_agg(json_build_array(c.nth, encode(c.bytes, 'base64')) order by c.nth)
   from credence_name c where c.key = s.key)::text as names
from credence_stream s where s.key = any(array(select json_array_elements_text(($1::text)::json)))`

export const HEADS: string = `
select key, head::text, epoch::text from credence_stream
where key = any(array(select json_array_elements_text(($1::text)::json)))`
