-- Answers that are asked for, being written, or broken off. An attempt goes when its answer is stored as a message.
create table private.attempts (
  user_id uuid not null,
  -- The answer's id, which its asker chose.
  id uuid not null,
  chat_id uuid not null,
  question_id uuid not null,
  model text not null
    constraint attempts_model_known check (model in ('chatgpt-4', 'chatgpt-5', 'grok', 'claude-4')),
  -- The newest claim. Whoever renews, stores or gives up names the claim that it was given. Null while the answer is
  -- only asked for.
  claim_id uuid,
  -- Until when the answer is claimed by the function that is writing it; null when nobody is.
  claimed_until timestamptz,
  -- How many requests wait for the answer that another one is writing.
  waiting smallint not null default 0,
  -- When the person pressed Stop.
  stopped_at timestamptz,
  -- When the newest try began; of one that is only asked for, when it was.
  started_at timestamptz not null,
  -- When it broke off, and why: the code of the error that the person got, or 'stopped'. Null while it runs.
  ended_at timestamptz,
  failure text,
  -- What was written when it broke off. It stays until a new try has text.
  content text,
  -- The first message that the model is given; null when it is given the whole conversation.
  context_from uuid,
  -- What the person was told when it broke off.
  failure_text text,
  -- The model that wrote the content, where an earlier try has left it; null for the model of this try.
  content_model text,
  -- The answers that it is about, and how many tokens of them the model is given; see public.messages.
  compares uuid[],
  compared_tokens integer,
  -- What the person asks of all models, as the model is given it; see public.messages.
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
