-- Stores the member's instructions, for replies from now on; an empty text removes them. It needs no membership.
-- Outcomes: updated, not_found (the account is gone).
create function public.update_instructions(p_user_id uuid, p_instructions text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.users set instructions = nullif(p_instructions, '') where id = p_user_id;
  return jsonb_build_object('outcome', case when found then 'updated' else 'not_found' end);
end $$;
revoke execute on function public.update_instructions(uuid, text) from public, anon, authenticated;
grant execute on function public.update_instructions(uuid, text) to service_role;
