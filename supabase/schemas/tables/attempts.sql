-- Answers that are no messages yet: asked for, being written, stopped or broken off. Deleted when the answer is stored.
create table private.attempts (
  user_id uuid not null,
  -- The answer's id, also as a message.
  id uuid not null,
  chat_id uuid not null,
  question_id uuid not null,
  model text not null
    constraint attempts_model_known check (model in ('chatgpt-4', 'chatgpt-5', 'grok', 'claude-4')),
  -- The newest claim. A function names it to renew or release it, or to store the answer. Null while only asked for.
  claim_id uuid,
  -- When the claim runs out unless it is renewed; null when there is none.
  claimed_until timestamptz,
  -- How many requests wait for this answer while another one writes it.
  waiting smallint not null default 0,
  -- When the person pressed Stop.
  stopped_at timestamptz,
  -- When the newest try began; before the first, when the answer was asked for.
  started_at timestamptz not null,
  -- When and why it broke off: an error code, or 'stopped'. Null until then.
  ended_at timestamptz,
  failure text,
  -- The longest text of the tries that broke off.
  content text,
  -- The first message that the model is given; null when it is given the whole conversation.
  context_from uuid,
  -- The text of the error that the person got.
  failure_text text,
  -- The model that wrote the content in an earlier try; null when there is none, or the newest try wrote it.
  content_model text,
  -- Of a comparison: its answers, and how many tokens of them the model is given; see public.messages.
  compares uuid[],
  compared_tokens integer,
  -- The instructions that the model is given; see public.messages.
  instructions_id uuid,
  primary key (user_id, id),
  constraint attempts_id_key unique (id),
  constraint attempts_question_fkey
    foreign key (user_id, question_id) references public.messages (user_id, id) on delete cascade
) with (fillfactor = 50);

create index attempts_of_question on private.attempts (user_id, question_id);
create index attempts_of_chat on private.attempts (user_id, chat_id);

alter table private.attempts enable row level security;
revoke all on private.attempts from public, anon, authenticated;
