-- One row per ended turn, for the operator. It names no person and holds no text. Deleted after 90 days.
create table private.ended_turns (
  id bigint generated always as identity primary key,
  ended_at timestamptz not null default clock_timestamp(),
  model text not null,
  -- Null for a whole answer; else an error code, or 'stopped'.
  failure text,
  -- Milliseconds until the first text; null when there was none.
  first_text_ms integer,
  input_tokens integer,
  -- Of the input tokens, those that the provider had cached.
  cached_tokens integer,
  output_tokens integer
);
create index ended_turns_ended_at on private.ended_turns (ended_at);
alter table private.ended_turns enable row level security;
revoke all on private.ended_turns from public, anon, authenticated;
