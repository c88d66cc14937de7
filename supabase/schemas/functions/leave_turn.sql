-- A request no longer waits for an answer. Outcome: left.
create function public.leave_turn(p_user_id uuid, p_question_id uuid, p_answer_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update private.attempts set waiting = waiting - 1
    where user_id = p_user_id and id = p_answer_id and question_id = p_question_id and waiting > 0;
  return jsonb_build_object('outcome', 'left');
end $$;
revoke execute on function public.leave_turn(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.leave_turn(uuid, uuid, uuid) to service_role;
