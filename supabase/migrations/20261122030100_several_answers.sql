-- Several answers to a question. Answers that are being written, and those that broke off, have a table of their own,
-- and parts of their text another one. Every key begins with the owner.
--
-- On big tables: the statement that changes public.messages writes the table and its indexes anew, for the estimated
-- tokens are computed for every row; nothing can be read or written meanwhile. Most of that time goes into the index
-- for searches: on a large table drop `messages_search` before, and create it again afterwards, concurrently.
-- The keys of public.chats are built from one scan of it. The foreign keys are not checked here, for the ones that they
-- replace held the same; the next migration checks them while the product runs.
-- Answers that are being written at this moment are given up; their questions can be asked again.

drop function private.add_message(public.messages);
drop function private.standing_of(public.messages);
drop function private.reply_of(uuid);
drop function public.begin_turn(
  uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, integer, text);
drop function public.renew_turn(uuid, uuid, uuid, interval);
drop function public.finish_turn(uuid, uuid, uuid, text, text);
drop function public.release_turn(uuid, uuid, uuid);
drop function public.look_at_turn(uuid, uuid);
drop function public.leave_turn(uuid, uuid);
drop function public.stop_turn(uuid, uuid, uuid);
drop function public.health();

-- For the Edge Functions of release 0.1.0.
drop function public.begin_turn(
  uuid, uuid, uuid, text, text, boolean, integer, integer, integer, interval, integer, text);
drop function public.create_chat(uuid, uuid, integer, text, text);
drop function public.finish_turn(uuid, text, interval, text, text);

alter table public.messages
  drop constraint messages_chat_id_fkey,
  drop constraint messages_user_id_fkey,
  drop constraint messages_reply_to_fkey,
  drop constraint messages_reply_to_key,
  drop constraint messages_one_order_per_chat,
  drop constraint messages_pkey;
drop index public.messages_of_user;

alter table public.chats
  add column copied_from_chat uuid,
  add column copied_from_message uuid,
  drop constraint chats_pkey,
  add constraint chats_pkey primary key (user_id, id),
  add constraint chats_id_key unique (id);

alter table public.messages
  drop column answering_until,
  drop column claim_id,
  drop column waiting,
  add column follows uuid,
  add column provider_model text,
  add column asked_at timestamptz,
  add column first_text_ms integer,
  add column took_ms integer,
  add column input_tokens integer,
  add column cached_tokens integer,
  add column output_tokens integer,
  add column context_from uuid,
  add column estimated_tokens integer generated always as (
    ceil(char_length(content) / 4.0 + (octet_length(content) - char_length(content)) * 0.4)
  ) stored,
  add constraint messages_pkey primary key (user_id, id),
  add constraint messages_id_key unique (id),
  add constraint messages_one_order_per_chat unique (user_id, chat_id, created_at),
  add constraint messages_chat_fkey
    foreign key (user_id, chat_id) references public.chats (user_id, id) on delete cascade not valid,
  add constraint messages_question_fkey
    foreign key (user_id, reply_to) references public.messages (user_id, id) on delete cascade not valid;
create index messages_of_question on public.messages (user_id, reply_to);

alter table private.deleted_chats
  add column user_id uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint deleted_chats_pkey,
  add constraint deleted_chats_pkey primary key (user_id, id);
alter table private.deleted_chats alter column user_id drop default;

-- Answers that are being written, and those that broke off. An attempt goes when its answer is stored as a message.
create table public.attempts (
  user_id uuid not null,
  -- The answer's id, which its asker chose.
  id uuid not null,
  chat_id uuid not null,
  question_id uuid not null,
  model text not null
    constraint attempts_model_known check (model in ('chatgpt-4', 'chatgpt-5', 'grok', 'claude-4')),
  -- The newest claim. Whoever renews, stores or gives up names the claim that it was given.
  claim_id uuid not null,
  -- Until when the answer is claimed by the function that is writing it; null when nobody is.
  claimed_until timestamptz,
  -- How many requests wait for the answer that another one is writing.
  waiting smallint not null default 0,
  -- When the person pressed Stop.
  stopped_at timestamptz,
  started_at timestamptz not null,
  -- When it broke off, and why: the code of the error that the person got, or 'stopped'. Null while it runs.
  ended_at timestamptz,
  failure text,
  -- What was written when it broke off. It stays until a new try has text.
  content text,
  -- The first message that the model is given; null when it is given the whole conversation.
  context_from uuid,
  primary key (user_id, id),
  constraint attempts_id_key unique (id),
  constraint attempts_question_fkey
    foreign key (user_id, question_id) references public.messages (user_id, id) on delete cascade
) with (fillfactor = 50);

create index attempts_of_question on public.attempts (user_id, question_id);
create index attempts_of_chat on public.attempts (user_id, chat_id);

alter table public.attempts enable row level security;
revoke all on public.attempts from anon, authenticated;
grant select on public.attempts to authenticated;

create policy "members read their own attempts" on public.attempts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.attempts', 'content', 1)));

-- Parts of an answer's text, written while it runs, so that every page of its owner can show it. They are no messages,
-- and go when the answer is stored or breaks off. Not logged: a crash of the database loses what nobody else needs.
create unlogged table public.pieces (
  user_id uuid not null,
  answer_id uuid not null,
  -- From 1 on.
  position integer not null,
  content text not null,
  primary key (user_id, answer_id, position),
  constraint pieces_attempt_fkey
    foreign key (user_id, answer_id) references public.attempts (user_id, id) on delete cascade
);

alter table public.pieces enable row level security;
revoke all on public.pieces from anon, authenticated;
grant select on public.pieces to authenticated;

create policy "members read their own pieces" on public.pieces
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.pieces', 'content', 1)));

-- No read nests these tables in others, as for those before them.
create function public.attempts(public.messages) returns setof public.attempts
  language sql stable set search_path = '' as 'select null::public.attempts where false';
create function public.messages(public.attempts) returns setof public.messages
  language sql stable set search_path = '' as 'select null::public.messages where false';
create function public.pieces(public.attempts) returns setof public.pieces
  language sql stable set search_path = '' as 'select null::public.pieces where false';
create function public.attempts(public.pieces) returns setof public.attempts
  language sql stable set search_path = '' as 'select null::public.attempts where false';
revoke execute on function
  public.attempts(public.messages), public.messages(public.attempts), public.pieces(public.attempts),
  public.attempts(public.pieces)
  from public, anon, authenticated, service_role;

-- Of the stopped questions of before, the answer has been stopped, or there is a broken-off attempt at one.
update public.messages a set stopped_at = q.stopped_at from public.messages q
  where q.stopped_at is not null and q.role = 'user' and a.user_id = q.user_id and a.reply_to = q.id;
insert into public.attempts
  (user_id, id, chat_id, question_id, model, claim_id, started_at, stopped_at, ended_at, failure)
  select q.user_id, gen_random_uuid(), q.chat_id, q.id, c.model, gen_random_uuid(), q.created_at, q.stopped_at,
    q.stopped_at, 'stopped'
  from public.messages q join public.chats c on c.user_id = q.user_id and c.id = q.chat_id
  where q.stopped_at is not null and q.role = 'user'
    and not exists (select from public.messages a where a.user_id = q.user_id and a.reply_to = q.id);
update public.messages set stopped_at = null where stopped_at is not null and role = 'user';

-- Whether the member had a chat of this id and deleted it.
create function private.chat_is_deleted(p_user_id uuid, p_chat_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.deleted_chats
    where user_id in (p_user_id, '00000000-0000-0000-0000-000000000000') and id = p_chat_id)
$$;
revoke execute on function private.chat_is_deleted(uuid, uuid) from public, anon, authenticated;

-- Keeps the id of a deleted chat, so that a retry that comes late cannot create the chat again. Of a person whose
-- account goes nothing is kept.
create or replace function private.remember_deleted_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_chats (user_id, id)
    select old.user_id, old.id from public.users where id = old.user_id
    on conflict do nothing;
  return old;
end $$;
revoke execute on function private.remember_deleted_chat() from public, anon, authenticated;

-- Creates an empty chat, or returns the one that this member already made under that id.
-- Outcomes: created (with chat), inactive, conflict (the id belongs to another member), gone (the chat was deleted),
-- limited (with retry_after, in seconds).
create or replace function public.create_chat(
  p_user_id uuid, p_chat_id uuid, p_chats_per_minute integer, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  chat public.chats;
  wait integer;
begin
  select * into member from public.users where id = p_user_id for no key update;
  if member.id is null or not private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'inactive');
  end if;
  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id for update;
  if chat.id is null then
    if exists (select from public.chats where id = p_chat_id) then
      return jsonb_build_object('outcome', 'conflict');
    elsif private.chat_is_deleted(p_user_id, p_chat_id) then
      return jsonb_build_object('outcome', 'gone');
    end if;
    wait := private.take(p_user_id, 'chats_minute', p_chats_per_minute, interval '1 minute');
    if wait > 0 then
      return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
    end if;
    insert into public.chats (id, user_id, model) values (p_chat_id, p_user_id, coalesce(p_model, 'chatgpt-4'))
      on conflict do nothing;
    select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;
  end if;
  if chat.id is null then
    return jsonb_build_object('outcome', 'conflict');
  end if;
  return jsonb_build_object('outcome', 'created', 'chat', to_jsonb(chat));
end $$;
revoke execute on function public.create_chat(uuid, uuid, integer, text) from public, anon, authenticated;
grant execute on function public.create_chat(uuid, uuid, integer, text) to service_role;

-- Gives a chat of the member another title. It needs no membership: keeping one's history in order is free.
-- Outcomes: renamed (with chat), not_found, gone (the chat was deleted).
create or replace function public.rename_chat(p_user_id uuid, p_chat_id uuid, p_title text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
begin
  update public.chats set title = p_title where user_id = p_user_id and id = p_chat_id returning * into chat;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'renamed', 'chat', to_jsonb(chat));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
end $$;
revoke execute on function public.rename_chat(uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.rename_chat(uuid, uuid, text) to service_role;

-- Inserts a message as it is, and returns it. The one place that names the columns of a new message.
create function private.insert_message(p_message public.messages) returns public.messages
language sql set search_path = '' as $$
  insert into public.messages
    (id, chat_id, user_id, created_at, direction, role, content, model, reply_to, stopped_at, follows, provider_model, asked_at,
     first_text_ms, took_ms, input_tokens, cached_tokens, output_tokens, context_from)
    values (p_message.id, p_message.chat_id, p_message.user_id, p_message.created_at, p_message.direction,
      p_message.role, p_message.content, p_message.model, p_message.reply_to, p_message.stopped_at, p_message.follows,
      p_message.provider_model, p_message.asked_at, p_message.first_text_ms, p_message.took_ms,
      p_message.input_tokens, p_message.cached_tokens, p_message.output_tokens, p_message.context_from)
    returning *
$$;
revoke execute on function private.insert_message(public.messages) from public, anon, authenticated;

-- Inserts a message as the newest of its chat and returns it with its time. The caller holds the chat's lock.
create function private.add_message(p_message public.messages) returns public.messages
language plpgsql set search_path = '' as $$
begin
  -- Strictly later than anything in the chat, even when the clock was set back.
  select greatest(clock_timestamp(), last_message_at + interval '1 microsecond')
    into p_message.created_at from public.chats where user_id = p_message.user_id and id = p_message.chat_id;
  p_message := private.insert_message(p_message);
  update public.chats set last_message_at = p_message.created_at
    where user_id = p_message.user_id and id = p_message.chat_id;
  return p_message;
end $$;
revoke execute on function private.add_message(public.messages) from public, anon, authenticated;

-- Which answer a new question of the chat follows: p_follows, or without it the newest answer to the question before.
-- Null when there is none, or when p_follows is no answer to that question. The caller holds the chat's lock.
create function private.answer_to_follow(p_chat public.chats, p_follows uuid) returns uuid
language sql stable set search_path = '' as $$
  select a.id from public.messages a
  where a.user_id = p_chat.user_id and a.id = coalesce(p_follows, a.id) and a.reply_to = (
    select q.id from public.messages q
    where q.user_id = p_chat.user_id and q.chat_id = p_chat.id and q.role = 'user'
    order by q.created_at desc limit 1)
  order by a.created_at desc limit 1
$$;
revoke execute on function private.answer_to_follow(public.chats, uuid) from public, anon, authenticated;

-- The attempt to claim for a question that nobody is answering under p_answer_id: the one that broke off, or a new one,
-- which is not stored yet. A row of nulls when the id is used for something else, or when the question takes no more
-- answers: it has 12, or it has some and another question has followed. The caller holds the chat's lock.
create function private.attempt_for(p_question public.messages, p_is_new boolean, p_answer_id uuid)
returns public.attempts
language plpgsql set search_path = '' as $$
declare
  attempt public.attempts;
  others integer := 0;
begin
  if p_answer_id = p_question.id
    or exists (select from public.messages where id = p_answer_id)
    or exists (select from public.attempts where id = p_question.id)
    or exists (select from public.attempts where id = p_answer_id
      and (user_id, question_id) is distinct from (p_question.user_id, p_question.id)) then
    return null;
  end if;
  select * into attempt from public.attempts
    where user_id = p_question.user_id and question_id = p_question.id and id = coalesce(p_answer_id, id)
    order by started_at desc limit 1;
  if attempt.id is not null then
    return attempt;
  end if;

  if not p_is_new then
    select count(*) into others from (
      select from public.messages where user_id = p_question.user_id and reply_to = p_question.id
      union all
      select from public.attempts where user_id = p_question.user_id and question_id = p_question.id
    ) answers;
  end if;
  if others >= 12 or others > 0 and exists (
    select from public.messages where user_id = p_question.user_id and chat_id = p_question.chat_id
      and created_at > p_question.created_at and role = 'user'
  ) then
    return null;
  end if;
  attempt.user_id := p_question.user_id;
  attempt.id := coalesce(p_answer_id, gen_random_uuid());
  attempt.chat_id := p_question.chat_id;
  attempt.question_id := p_question.id;
  return attempt;
end $$;
revoke execute on function private.attempt_for(public.messages, boolean, uuid) from public, anon, authenticated;

-- Claims an attempt for p_lease, a new one or one that broke off. The text of the latter stays until the new try has
-- some. The caller holds the chat's lock.
create function private.claim_answer(p_attempt public.attempts, p_lease interval) returns public.attempts
language plpgsql set search_path = '' as $$
declare
  attempt public.attempts;
  written text;
begin
  perform from public.attempts where user_id = p_attempt.user_id and id = p_attempt.id for update;
  if found then
    -- A function that died has left its pieces.
    with removed as (
      delete from public.pieces where user_id = p_attempt.user_id and answer_id = p_attempt.id returning *
    )
    select string_agg(content, '' order by position) into written from removed;
  end if;
  insert into public.attempts as a
    (user_id, id, chat_id, question_id, model, claim_id, claimed_until, started_at, context_from)
    values (p_attempt.user_id, p_attempt.id, p_attempt.chat_id, p_attempt.question_id, p_attempt.model,
      gen_random_uuid(), clock_timestamp() + p_lease, clock_timestamp(), p_attempt.context_from)
    on conflict (user_id, id) do update set model = excluded.model, claim_id = excluded.claim_id,
      claimed_until = excluded.claimed_until, waiting = 0, stopped_at = null, started_at = excluded.started_at,
      ended_at = null, failure = null, content = coalesce(written, a.content), context_from = excluded.context_from
    returning * into attempt;
  return attempt;
end $$;
revoke execute on function private.claim_answer(public.attempts, interval) from public, anon, authenticated;

-- The newest 400 messages of a chat up to a moment, in no order and without their texts. is_given: whether models are
-- given it. They are given every question, and of its answers the one that the next question follows, else the newest.
create function private.recent_messages(p_user_id uuid, p_chat_id uuid, p_until timestamptz)
returns table (
  id uuid, role text, created_at timestamptz, model text, reply_to uuid, input_tokens integer, context_from uuid,
  estimated_tokens integer, is_given boolean
)
language sql stable set search_path = '' as $$
  with newest as materialized (
    select m.id, m.role, m.created_at, m.model, m.reply_to, m.follows, m.input_tokens, m.context_from,
      m.estimated_tokens
    from public.messages m
    where m.user_id = p_user_id and m.chat_id = p_chat_id and m.created_at <= p_until
    order by m.created_at desc limit 400
  ), questions as (
    select n.id, lead(n.follows) over (order by n.created_at) as chosen from newest n where n.role = 'user'
  )
  select n.id, n.role, n.created_at, n.model, n.reply_to, n.input_tokens, n.context_from, n.estimated_tokens,
    n.role = 'user' or q.id is not null and n.id = coalesce(q.chosen,
      first_value(n.id) over (partition by n.reply_to order by n.created_at desc))
  from newest n left join questions q on q.id = n.reply_to
$$;
revoke execute on function private.recent_messages(uuid, uuid, timestamptz) from public, anon, authenticated;

-- What a model is given for a question: the newest part of the conversation that fits p_budget, in tokens (null: no
-- bound), and at most 200 messages; the question always. Providers keep what begins as the last request did, so the beginning stays where
-- the model's last answer in this chat had it. When that no longer fits, it moves on at once until 60 % are left.
-- history: oldest first. context_from: its first message; null when it is the whole conversation.
create function private.context_of(
  p_question public.messages, p_model text, p_budget integer, out history jsonb, out context_from uuid
)
language plpgsql stable set search_path = '' as $$
begin
  with recent as materialized (
    select * from private.recent_messages(p_question.user_id, p_question.chat_id, p_question.created_at)
  ), given as materialized (
    -- Of each message: the tokens, and how many messages there are, from it to the question.
    select id, role, created_at, sum(estimated_tokens) over newest_first as tokens, row_number() over newest_first as place
    from recent where is_given window newest_first as (order by created_at desc)
  ), seen as (
    select count(*) < 400 as is_whole from recent
  ), last_answer as (
    select r.input_tokens, s.created_at as began_at, s.tokens - coalesce(q.tokens - own.estimated_tokens, 0) as estimate
    from (select * from recent where role = 'assistant' and model = p_model order by created_at desc limit 1) r
    join recent own on own.id = r.reply_to
    join given q on q.id = r.reply_to
    join lateral (
      select g.created_at, g.tokens from given g cross join seen
      where g.id = r.context_from or (r.context_from is null and is_whole)
      order by g.created_at limit 1
    ) s on true
  ), ratio as (
    -- How far the estimate was off the last time.
    select coalesce(
      (select greatest(0.5, least(2, input_tokens / nullif(estimate, 0))) from last_answer
        where input_tokens is not null), 1) as by
  ), start as (
    select coalesce(
      (select g.created_at from given g cross join ratio
        where coalesce(g.tokens * by <= p_budget, true) and g.place <= 200 and g.created_at = coalesce(
          (select began_at from last_answer), (select min(created_at) from given cross join seen where is_whole))),
      (select min(g.created_at) from given g cross join ratio
        where g.role = 'user' and coalesce(g.tokens * by <= 0.6 * p_budget, true) and g.place <= 120),
      p_question.created_at) as at
  )
  select jsonb_agg(jsonb_build_object('role', m.role, 'content', m.content) order by m.created_at),
    case when (select is_whole from seen) and not exists (select from given where created_at < start.at) then null
      else (array_agg(m.id order by m.created_at))[1] end
  into history, context_from
  from start join given g on g.created_at >= start.at
  join public.messages m on m.user_id = p_question.user_id and m.id = g.id
  group by start.at;
end $$;
revoke execute on function private.context_of(public.messages, text, integer) from public, anon, authenticated;

-- Copies into an empty chat what models would be given up to just before a question of another chat of the member: new
-- ids, and the times and models as they were. Of a long chat the newest 200 messages, from a question on.
create function private.copy_messages(p_chat_id uuid, p_before public.messages) returns void
language plpgsql set search_path = '' as $$
declare
  source public.messages;
  new_ids jsonb;
  copied_until timestamptz;
begin
  select jsonb_object_agg(id, gen_random_uuid()) into new_ids
  from (
    select r.id, bool_or(r.role = 'user') over (order by r.created_at) as follows_question
    from (
      select * from private.recent_messages(p_before.user_id, p_before.chat_id, p_before.created_at)
      where is_given and created_at < p_before.created_at order by created_at desc limit 200
    ) r
  ) numbered where follows_question;

  for source in
    select m.* from jsonb_object_keys(new_ids) key
    join public.messages m on m.user_id = p_before.user_id and m.id = key::uuid
    where m.reply_to is null or new_ids ? m.reply_to::text
    order by m.created_at
  loop
    source.id := new_ids ->> source.id::text;
    source.chat_id := p_chat_id;
    source.reply_to := new_ids ->> source.reply_to::text;
    source.follows := new_ids ->> source.follows::text;
    source.context_from := new_ids ->> source.context_from::text;
    source := private.insert_message(source);
    copied_until := source.created_at;
  end loop;
  update public.chats set last_message_at = copied_until where user_id = p_before.user_id and id = p_chat_id;
end $$;
revoke execute on function private.copy_messages(uuid, public.messages) from public, anon, authenticated;

-- How a recorded question stands, as begin_turn returns it: answered, running (counting one more that waits) or crowded;
-- null when its answer may be claimed, or its chat is gone. p_answer_id: one of its answers, or null for the newest.
create function private.standing_of(p_question public.messages, p_answer_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  chat constant jsonb := (select to_jsonb(c) from public.chats c
    where c.user_id = p_question.user_id and c.id = p_question.chat_id);
  reply public.messages;
  attempt public.attempts;
begin
  if chat is null then
    return null;
  end if;
  select * into reply from public.messages
    where user_id = p_question.user_id and reply_to = p_question.id and id = coalesce(p_answer_id, id)
    order by created_at desc limit 1;
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered',
      'chat', chat, 'question', to_jsonb(p_question), 'reply', to_jsonb(reply));
  end if;

  select * into attempt from public.attempts
    where user_id = p_question.user_id and question_id = p_question.id and id = coalesce(p_answer_id, id)
      and claimed_until > clock_timestamp()
    order by started_at desc limit 1;
  if attempt.id is null then
    return null;
  end if;
  update public.attempts set waiting = waiting + 1
    where user_id = attempt.user_id and id = attempt.id and claimed_until > clock_timestamp() and waiting < 3;
  if found then
    return jsonb_build_object('outcome', 'running', 'chat', chat, 'question', to_jsonb(p_question),
      'answer', jsonb_build_object('id', attempt.id, 'model', attempt.model));
  elsif exists (
    select from public.attempts
    where user_id = attempt.user_id and id = attempt.id and claimed_until > clock_timestamp()
  ) then
    return jsonb_build_object('outcome', 'crowded');
  end if;
  return null;
end $$;
revoke execute on function private.standing_of(public.messages, uuid) from public, anon, authenticated;

-- How many more turns the member may begin, by the tighter of the two limits, and when its window ends.
create function private.turns_left(p_user_id uuid, p_per_minute integer, p_per_day integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('count', greatest(0, most - used), 'until', started_at + length)
  from (values ('turns_minute', p_per_minute, interval '1 minute'), ('turns_day', p_per_day, interval '1 day'))
    as limits (kind, most, length)
  join private.usage using (kind)
  where user_id = p_user_id
  order by most - used, started_at + length desc limit 1
$$;
revoke execute on function private.turns_left(uuid, integer, integer) from public, anon, authenticated;

-- Records a question, or asks a recorded one again, and claims the right to write the answer for p_lease.
-- Locks: member, chat, attempt, as everywhere. What is answered, or being answered, is told so without a lock.
-- p_starts_chat: p_chat_id is to be new; otherwise it must be a chat of the member. p_title names an untitled chat.
-- p_budgets: how many tokens each model is given. p_model: null for the model of the chat.
-- p_answer_id: the answer's id; null for the newest answer, the one that runs, the one that broke off, or a new one.
-- p_follows: the answer that a new question goes on from; null for the newest one.
-- p_from_chat, p_from_message: a question of the member; a new chat begins with copies of what is before it.
-- Outcomes: begun (with chat, question, answer, claim, history oldest first, context_from, left), answered (with chat,
-- question, reply), running (another request is answering, and this one is counted as waiting; with chat, question,
-- answer), crowded (three wait already), inactive, not_found (the chat, or the one to copy), conflict (an id is used for
-- something else, or the question takes no more answers), gone (the chat was deleted), limited (with retry_after, in
-- seconds).
create function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_starts_chat boolean, p_question_id uuid, p_content text, p_title text,
  p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer, p_lease interval, p_budgets jsonb,
  p_model text default null, p_answer_id uuid default null, p_follows uuid default null,
  p_from_chat uuid default null, p_from_message uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  chat public.chats;
  question public.messages;
  source public.messages;
  attempt public.attempts;
  context record;
  -- The embedded REST service hands JSON to a real PostgreSQL as a JSON text.
  budgets constant jsonb := case jsonb_typeof(p_budgets) when 'string'
    then (p_budgets #>> '{}')::jsonb else p_budgets end;
  standing jsonb;
  is_new boolean;
  wait integer := 0;
begin
  select * into question from public.messages
    where user_id = p_user_id and id = p_question_id and chat_id = p_chat_id and role = 'user' and content = p_content;
  if question.id is not null then
    select * into member from public.users where id = p_user_id;
    if private.membership_is_active(member) then
      standing := private.standing_of(question, p_answer_id);
    end if;
    if standing is not null then
      return standing;
    end if;
  end if;

  select * into member from public.users where id = p_user_id for no key update;
  if member.id is null or not private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'inactive');
  end if;

  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id for update;
  if chat.id is null and not p_starts_chat then
    return jsonb_build_object('outcome', 'not_found');
  elsif chat.id is null and exists (select from public.chats where id = p_chat_id) then
    return jsonb_build_object('outcome', 'conflict');
  elsif chat.id is null and private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;

  select * into question from public.messages where id = p_question_id;
  is_new := question.id is null;
  if is_new and chat.id is not null and p_starts_chat
    or not is_new and (question.user_id, question.chat_id, question.role, question.content)
      is distinct from (p_user_id, chat.id, 'user', p_content) then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  if is_new then
    question.id := p_question_id;
    question.chat_id := p_chat_id;
    question.user_id := p_user_id;
    question.direction := 'inbound';
    question.role := 'user';
    question.content := p_content;
  else
    standing := private.standing_of(question, p_answer_id);
    if standing is not null then
      return standing;
    end if;
  end if;

  if chat.id is null and p_from_message is not null then
    select * into source from public.messages
      where user_id = p_user_id and id = p_from_message and chat_id = p_from_chat and role = 'user';
    if source.id is null then
      return jsonb_build_object('outcome', 'not_found');
    end if;
  elsif is_new and chat.id is not null then
    question.follows := private.answer_to_follow(chat, p_follows);
  end if;
  if is_new and p_follows is not null and question.follows is distinct from p_follows then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  attempt := private.attempt_for(question, is_new, p_answer_id);
  if attempt.id is null then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  begin
    if chat.id is null then
      wait := private.take(p_user_id, 'chats_minute', p_chats_per_minute, interval '1 minute');
    end if;
    if wait = 0 then
      wait := private.take(p_user_id, 'turns_minute', p_turns_per_minute, interval '1 minute');
    end if;
    if wait = 0 then
      wait := private.take(p_user_id, 'turns_day', p_turns_per_day, interval '1 day');
    end if;
    if wait > 0 then
      raise sqlstate 'PT429';
    end if;
  exception when sqlstate 'PT429' then
    -- What one limit refuses is not counted by the others.
    return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
  end;

  if chat.id is null then
    insert into public.chats (id, user_id, title, model, copied_from_chat, copied_from_message)
      values (p_chat_id, p_user_id, p_title, coalesce(p_model, 'chatgpt-4'), source.chat_id, source.id);
    if source.id is not null then
      perform private.copy_messages(p_chat_id, source);
    end if;
  elsif is_new and (chat.title is null or chat.model <> coalesce(p_model, chat.model)) then
    update public.chats set title = coalesce(title, p_title), model = coalesce(p_model, model)
      where user_id = p_user_id and id = p_chat_id;
  end if;
  if is_new then
    question := private.add_message(question);
  end if;
  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;

  attempt.model := coalesce(p_model, attempt.model, chat.model);
  context := private.context_of(question, attempt.model, (budgets ->> attempt.model)::integer);
  attempt.context_from := context.context_from;
  attempt := private.claim_answer(attempt, p_lease);

  return jsonb_build_object('outcome', 'begun', 'chat', to_jsonb(chat), 'question', to_jsonb(question),
    'answer', jsonb_build_object('id', attempt.id, 'model', attempt.model), 'claim', attempt.claim_id,
    'history', context.history, 'context_from', context.context_from,
    'left', private.turns_left(p_user_id, p_turns_per_minute, p_turns_per_day));
exception when unique_violation then
  -- The ids were taken by another request between our look and our insert.
  return jsonb_build_object('outcome', 'conflict');
end $$;
revoke execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, jsonb, text, uuid, uuid,
    uuid, uuid)
  from public, anon, authenticated;
grant execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, jsonb, text, uuid, uuid,
    uuid, uuid)
  to service_role;

-- How one of the answers to the member's question stands, read without a lock, for requests that wait for an answer
-- which another one writes.
-- Outcomes: answered (with reply), running, free (nobody is writing it), gone (the chat was deleted).
create function public.look_at_turn(p_user_id uuid, p_question_id uuid, p_answer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  reply public.messages;
begin
  if not exists (select from public.messages where user_id = p_user_id and id = p_question_id and role = 'user') then
    return jsonb_build_object('outcome', 'gone');
  end if;
  select * into reply from public.messages
    where user_id = p_user_id and id = p_answer_id and reply_to = p_question_id;
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered', 'reply', to_jsonb(reply));
  end if;
  return jsonb_build_object('outcome', case when exists (
    select from public.attempts where user_id = p_user_id and id = p_answer_id and question_id = p_question_id
      and claimed_until > clock_timestamp()
  ) then 'running' else 'free' end);
end $$;
revoke execute on function public.look_at_turn(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.look_at_turn(uuid, uuid, uuid) to service_role;

-- A request no longer waits for one of the answers to the member's question. Outcome: left.
create function public.leave_turn(p_user_id uuid, p_question_id uuid, p_answer_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.attempts set waiting = waiting - 1
    where user_id = p_user_id and id = p_answer_id and question_id = p_question_id and waiting > 0;
  return jsonb_build_object('outcome', 'left');
end $$;
revoke execute on function public.leave_turn(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.leave_turn(uuid, uuid, uuid) to service_role;

-- Marks an answer to the member's question as stopped, or without p_answer_id every one that is being written; whoever
-- writes it notices when renewing the claim. Outcomes: marked, not_found (the question).
create function public.stop_turn(p_user_id uuid, p_chat_id uuid, p_question_id uuid, p_answer_id uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  -- Before the attempts, as the deletion of a chat has it.
  perform from public.messages
    where user_id = p_user_id and id = p_question_id and chat_id = p_chat_id and role = 'user' for key share;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  update public.attempts set stopped_at = clock_timestamp()
    where user_id = p_user_id and id = any (array(
      select id from public.attempts
      where user_id = p_user_id and question_id = p_question_id and id = coalesce(p_answer_id, id)
        and claimed_until is not null
      order by id for update));
  return jsonb_build_object('outcome', 'marked');
end $$;
revoke execute on function public.stop_turn(uuid, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.stop_turn(uuid, uuid, uuid, uuid) to service_role;

-- Extends the claim on the member's answer to p_lease from now, adds a piece of its text, and says how the turn stands.
-- After `stopped` the caller still has the claim, to store what was written or to give it up.
-- p_position counts the pieces of a claim from 1 on; a piece that is written twice changes nothing.
-- Outcomes: running, stopped (the person pressed Stop), answered (with reply: the answer is stored already),
-- lost (the claim was given up, or another request has taken the answer over), gone (the chat was deleted).
create function public.renew_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_lease interval,
  p_position integer default null, p_piece text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.attempts;
  reply public.messages;
begin
  update public.attempts set
      claimed_until = clock_timestamp() + p_lease,
      -- What an earlier try has left goes when there is new text.
      content = case when p_position is null then content end
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and claimed_until is not null
    returning * into attempt;
  if attempt.id is not null then
    if p_position is not null then
      insert into public.pieces (user_id, answer_id, position, content)
        values (p_user_id, p_answer_id, p_position, p_piece) on conflict do nothing;
    end if;
    return jsonb_build_object('outcome', case when attempt.stopped_at is null then 'running' else 'stopped' end);
  end if;

  select * into reply from public.messages where user_id = p_user_id and id = p_answer_id and role = 'assistant';
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered', 'reply', to_jsonb(reply));
  end if;
  return jsonb_build_object('outcome', case when exists (
    select from public.attempts where user_id = p_user_id and id = p_answer_id) then 'lost' else 'gone' end);
end $$;
revoke execute on function public.renew_turn(uuid, uuid, uuid, interval, integer, text)
  from public, anon, authenticated;
grant execute on function public.renew_turn(uuid, uuid, uuid, interval, integer, text) to service_role;

-- Gives up the claim on the member's answer, which broke off: p_failure is the code of the error, p_content what was
-- written, which stays readable. The same answer can be asked for again. Counts the failure.
-- Outcomes: released, lost (the claim is no longer the caller's), gone (the chat was deleted).
create function public.release_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_failure text, p_content text default null,
  p_first_text_ms integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.attempts;
begin
  update public.attempts set claimed_until = null, ended_at = clock_timestamp(), failure = p_failure,
      content = coalesce(nullif(p_content, ''), content)
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and claimed_until is not null
    returning * into attempt;
  if attempt.id is not null then
    delete from public.pieces where user_id = p_user_id and answer_id = p_answer_id;
    perform private.count_turn(attempt.model, p_failure, p_first_text_ms);
    return jsonb_build_object('outcome', 'released');
  end if;
  return jsonb_build_object('outcome', case when exists (
    select from public.attempts where user_id = p_user_id and id = p_answer_id
    union all
    select from public.messages where user_id = p_user_id and id = p_answer_id and role = 'assistant'
  ) then 'lost' else 'gone' end);
end $$;
revoke execute on function public.release_turn(uuid, uuid, uuid, text, text, integer) from public, anon, authenticated;
grant execute on function public.release_turn(uuid, uuid, uuid, text, text, integer) to service_role;

-- Stores the member's answer under its id and gives up the claim. What is stored already stays as it is. Counts the turn.
-- Attempts at the same question that had broken off before this one began go.
-- Outcomes: stored (with reply), empty (p_content has no words: nothing is stored, the answer can be asked for again),
-- lost (the claim is no longer the caller's: nothing is changed), gone (the chat was deleted).
create function public.finish_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_content text, p_provider_model text,
  p_input_tokens integer, p_cached_tokens integer, p_output_tokens integer, p_first_text_ms integer
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.attempts;
  reply public.messages;
  has_words constant boolean := btrim(p_content, E' \t\r\n') <> '';
  reason text;
begin
  perform from public.chats where user_id = p_user_id and id = (
    select chat_id from public.attempts where user_id = p_user_id and id = p_answer_id) for update;
  select * into reply from public.messages where user_id = p_user_id and id = p_answer_id and role = 'assistant';
  if reply.id is not null then
    return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
  end if;
  select * into attempt from public.attempts where user_id = p_user_id and id = p_answer_id;
  if attempt.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  -- All of the question's, in the order of stop_turn.
  perform from public.attempts where user_id = p_user_id and question_id = attempt.question_id order by id for update;
  select * into attempt from public.attempts
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and claimed_until is not null;
  if attempt.id is null then
    return jsonb_build_object('outcome', 'lost');
  end if;

  reason := case when attempt.stopped_at is not null then 'stopped' when not has_words then 'provider_failed' end;
  perform private.count_turn(attempt.model, reason, p_first_text_ms, p_input_tokens, p_cached_tokens,
    p_output_tokens);
  if not has_words then
    update public.attempts
      set claimed_until = null, ended_at = clock_timestamp(), failure = reason
      where user_id = p_user_id and id = p_answer_id;
    delete from public.pieces where user_id = p_user_id and answer_id = p_answer_id;
    return jsonb_build_object('outcome', 'empty');
  end if;

  reply.id := attempt.id;
  reply.chat_id := attempt.chat_id;
  reply.user_id := attempt.user_id;
  reply.direction := 'outbound';
  reply.role := 'assistant';
  reply.content := p_content;
  reply.model := attempt.model;
  reply.reply_to := attempt.question_id;
  reply.stopped_at := attempt.stopped_at;
  reply.provider_model := p_provider_model;
  reply.asked_at := attempt.started_at;
  reply.first_text_ms := p_first_text_ms;
  reply.took_ms := greatest(0, extract(epoch from clock_timestamp() - attempt.started_at) * 1000);
  reply.input_tokens := p_input_tokens;
  reply.cached_tokens := p_cached_tokens;
  reply.output_tokens := p_output_tokens;
  reply.context_from := attempt.context_from;
  reply := private.add_message(reply);
  delete from public.attempts
    where user_id = p_user_id and question_id = attempt.question_id
      and (id = attempt.id or ended_at <= attempt.started_at);
  return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
end $$;
revoke execute on function
  public.finish_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer)
  from public, anon, authenticated;
grant execute on function
  public.finish_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer) to service_role;

-- How each model did in its last turns of the newest ten minutes, 2,000 of all models at most: failing when half of them
-- or more failed, slow when the median of the first text is above 15 seconds, else good. Models of fewer than 20 turns
-- are left out. What a person stopped is no failure.
create function private.turn_health() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(model, health), '{}') from (
    select model, case
      when 2 * count(*) filter (where failure <> 'stopped') >= count(*) then 'failing'
      when percentile_cont(0.5) within group (order by first_text_ms) > 15000 then 'slow'
      else 'good' end as health
    from (
      select model, failure, first_text_ms from private.ended_turns
      where ended_at > clock_timestamp() - interval '10 minutes' order by ended_at desc limit 2000
    ) newest
    group by model having count(*) >= 20
  ) models
$$;
revoke execute on function private.turn_health() from public, anon, authenticated;

-- How the models do, by model; `good`, `slow` or `failing`, and nothing of models with few turns. Called by the function
-- `health`, which needs no session.
create function public.health() returns jsonb
language plpgsql stable security definer set search_path = '' as 'begin return private.turn_health(); end';
revoke execute on function public.health() from public, anon, authenticated;
grant execute on function public.health() to service_role;

-- What a turn returns, with the columns that messages had before there were attempts.
create function private.message_as_before(p_outcome jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select p_outcome || coalesce((
    select jsonb_object_agg(key, value || '{"answering_until": null}')
    from jsonb_each(p_outcome) where key in ('question', 'reply')), '{}')
$$;
revoke execute on function private.message_as_before(jsonb) from public, anon, authenticated;

-- The answer that a claim on a question is for, or was; any of the question's when it is stored or taken over.
create function private.claimed_answer(p_user_id uuid, p_question_id uuid, p_claim_id uuid) returns uuid
language sql stable set search_path = '' as $$
  select id from (
    select id, claim_id = p_claim_id as is_mine, started_at as at from public.attempts
      where user_id = p_user_id and question_id = p_question_id
    union all
    select id, false, created_at from public.messages where user_id = p_user_id and reply_to = p_question_id
  ) answers
  order by is_mine desc, at desc limit 1
$$;
revoke execute on function private.claimed_answer(uuid, uuid, uuid) from public, anon, authenticated;

-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
-- They knew of one answer to a question, and counted the history in characters.
create function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_starts_chat boolean, p_question_id uuid, p_content text, p_title text,
  p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer,
  p_lease interval, p_history_characters integer, p_model text default null
) returns jsonb
language sql security definer set search_path = '' as $$
  select private.message_as_before(public.begin_turn(
    p_user_id => p_user_id, p_chat_id => p_chat_id, p_starts_chat => p_starts_chat, p_question_id => p_question_id,
    p_content => p_content, p_title => p_title, p_turns_per_minute => p_turns_per_minute,
    p_turns_per_day => p_turns_per_day, p_chats_per_minute => p_chats_per_minute, p_lease => p_lease,
    p_budgets => (
      select jsonb_object_agg(model, p_history_characters / 4)
      from unnest(array['chatgpt-4', 'chatgpt-5', 'grok', 'claude-4']) model),
    p_model => p_model))
$$;
revoke execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, integer, text)
  from public, anon, authenticated;
grant execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, integer, text)
  to service_role;

-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
create function public.renew_turn(p_user_id uuid, p_question_id uuid, p_claim_id uuid, p_lease interval) returns jsonb
language sql security definer set search_path = '' as $$
  select private.message_as_before(public.renew_turn(
    p_user_id => p_user_id, p_answer_id => private.claimed_answer(p_user_id, p_question_id, p_claim_id),
    p_claim_id => p_claim_id, p_lease => p_lease, p_position => null, p_piece => null))
$$;
revoke execute on function public.renew_turn(uuid, uuid, uuid, interval) from public, anon, authenticated;
grant execute on function public.renew_turn(uuid, uuid, uuid, interval) to service_role;

-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
create function public.finish_turn(
  p_user_id uuid, p_question_id uuid, p_claim_id uuid, p_content text, p_model text
) returns jsonb
language sql security definer set search_path = '' as $$
  select private.message_as_before(public.finish_turn(
    p_user_id => p_user_id, p_answer_id => private.claimed_answer(p_user_id, p_question_id, p_claim_id),
    p_claim_id => p_claim_id, p_content => p_content, p_provider_model => null, p_input_tokens => null,
    p_cached_tokens => null, p_output_tokens => null, p_first_text_ms => null))
$$;
revoke execute on function public.finish_turn(uuid, uuid, uuid, text, text) from public, anon, authenticated;
grant execute on function public.finish_turn(uuid, uuid, uuid, text, text) to service_role;

-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
create function public.release_turn(p_user_id uuid, p_question_id uuid, p_claim_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select public.release_turn(
    p_user_id => p_user_id, p_answer_id => private.claimed_answer(p_user_id, p_question_id, p_claim_id),
    p_claim_id => p_claim_id, p_failure => 'provider_failed')
$$;
revoke execute on function public.release_turn(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.release_turn(uuid, uuid, uuid) to service_role;

-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
create function public.look_at_turn(p_user_id uuid, p_question_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.message_as_before(public.look_at_turn(
    p_user_id, p_question_id, private.claimed_answer(p_user_id, p_question_id, null)))
$$;
revoke execute on function public.look_at_turn(uuid, uuid) from public, anon, authenticated;
grant execute on function public.look_at_turn(uuid, uuid) to service_role;

-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
create function public.leave_turn(p_user_id uuid, p_question_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select public.leave_turn(p_user_id, p_question_id, private.claimed_answer(p_user_id, p_question_id, null))
$$;
revoke execute on function public.leave_turn(uuid, uuid) from public, anon, authenticated;
grant execute on function public.leave_turn(uuid, uuid) to service_role;
