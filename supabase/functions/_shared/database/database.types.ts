export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  public: {
    Tables: {
      [_ in never]: never
    }
    Views: {
      chats: {
        Row: {
          chosen_answer: string | null
          copied_from_chat: string | null
          copied_from_message: string | null
          created_at: string
          id: string
          last_answer_at: string | null
          last_message_at: string | null
          model: string
          seen_at: string | null
          title: string | null
          titled_by: string | null
          user_id: string
        }
        Relationships: []
      }
      instructions: {
        Row: {
          content: string
          id: string
          user_id: string
        }
        Relationships: []
      }
      messages: {
        Row: {
          asked_at: string | null
          asked_together: Json | null
          cached_tokens: number | null
          chat_id: string
          compared_tokens: number | null
          compares: string[] | null
          content: string
          context_from: string | null
          created_at: string
          direction: string
          estimated_tokens: number | null
          first_text_ms: number | null
          follows: string | null
          id: string
          input_tokens: number | null
          instructions_id: string | null
          model: string | null
          output_tokens: number | null
          provider_model: string | null
          refusals: Json | null
          reply_to: string | null
          role: string
          search_later: boolean | null
          stopped_at: string | null
          took_ms: number | null
          user_id: string
        }
        Relationships: []
      }
      users: {
        Row: {
          id: string
          instructions: string | null
          membership_ended_at: string | null
          membership_event_at: string | null
          membership_id: string | null
          membership_manage_url: string | null
          membership_renews_at: string | null
          membership_started_at: string | null
          membership_status: string
        }
        Relationships: []
      }
    }
    Functions: {
      begin_turn: {
        Args: {
          p_answer_id?: string
          p_budgets: Json
          p_chat_id: string
          p_chats_per_minute: number
          p_compares?: Json
          p_content: string
          p_follows?: string
          p_from_chat?: string
          p_from_message?: string
          p_lease: string
          p_may_be_new?: boolean
          p_model?: string
          p_question_id: string
          p_starts_chat: boolean
          p_title: string
          p_together?: Json
          p_turns_per_day: number
          p_turns_per_minute: number
          p_unless_chosen?: boolean
          p_user_id: string
        }
        Returns: Json
      }
      choose_answer: {
        Args: { p_answer_id: string; p_chat_id: string; p_user_id: string }
        Returns: Json
      }
      count_search: {
        Args: { p_searches_per_minute: number; p_user_id: string }
        Returns: Json
      }
      create_chat: {
        Args: {
          p_chat_id: string
          p_chats_per_minute: number
          p_model?: string
          p_user_id: string
        }
        Returns: Json
      }
      describe_membership: { Args: { p_email: string }; Returns: Json }
      finish_turn: {
        Args: {
          p_answer_id: string
          p_cached_tokens: number
          p_claim_id: string
          p_content: string
          p_first_text_ms: number
          p_input_tokens: number
          p_output_tokens: number
          p_provider_model: string
          p_user_id: string
        }
        Returns: Json
      }
      health: { Args: Record<PropertyKey, never>; Returns: Json }
      import_chat: {
        Args: {
          p_after?: string
          p_again?: boolean
          p_created_at?: string
          p_import_id: string
          p_key: string
          p_mb_per_day: number
          p_messages: string
          p_messages_per_day: number
          p_model?: string
          p_source: string
          p_title?: string
          p_user_id: string
        }
        Returns: Json
      }
      index_messages: {
        Args: { p_length?: number; p_user_id: string }
        Returns: Json
      }
      leave_turn: {
        Args: { p_answer_id: string; p_question_id: string; p_user_id: string }
        Returns: Json
      }
      look_at_imports: {
        Args: { p_look: string; p_source: string; p_user_id: string }
        Returns: Json
      }
      look_at_turn: {
        Args: { p_answer_id: string; p_question_id: string; p_user_id: string }
        Returns: Json
      }
      name_chat: {
        Args: {
          p_chat_id: string
          p_question_id: string
          p_title: string
          p_user_id: string
        }
        Returns: Json
      }
      open_answers: {
        Args: { p_after?: string; p_chat_id?: string; p_known?: Json }
        Returns: Json
      }
      record_membership_event: {
        Args: {
          p_email?: string
          p_ended_at?: string
          p_happened_at: string
          p_id: string
          p_manage_url?: string
          p_member?: string
          p_membership_id: string
          p_plan?: string
          p_product?: string
          p_renews_at?: string
          p_sold?: boolean
          p_started_at?: string
          p_status: string
          p_type: string
        }
        Returns: Json
      }
      release_turn: {
        Args: {
          p_answer_id: string
          p_cached_tokens?: number
          p_claim_id: string
          p_content?: string
          p_failure: string
          p_failure_text?: string
          p_first_text_ms?: number
          p_input_tokens?: number
          p_is_refused?: boolean
          p_output_tokens?: number
          p_user_id: string
        }
        Returns: Json
      }
      rename_chat: {
        Args: { p_chat_id: string; p_title: string; p_user_id: string }
        Returns: Json
      }
      renew_turn: {
        Args: {
          p_answer_id: string
          p_claim_id: string
          p_lease: string
          p_piece?: string
          p_position?: number
          p_user_id: string
        }
        Returns: Json
      }
      restore_chat: {
        Args: {
          p_chat_id: string
          p_chats_per_minute: number
          p_user_id: string
        }
        Returns: Json
      }
      search_messages: {
        Args: {
          p_before?: string
          p_before_id?: string
          p_limit: number
          p_needles: string
          p_user_id: string
        }
        Returns: Json
      }
      see_chat: {
        Args: { p_chat_id: string; p_seen: string; p_user_id: string }
        Returns: Json
      }
      set_membership: {
        Args: {
          p_email: string
          p_ended_at?: string
          p_membership_id?: string
          p_started_at?: string
          p_status: string
        }
        Returns: Json
      }
      stop_turn: {
        Args: {
          p_answer_id?: string
          p_chat_id: string
          p_question_id: string
          p_user_id: string
        }
        Returns: Json
      }
      undo_import: {
        Args: {
          p_after?: string
          p_import_id: string
          p_limit?: number
          p_user_id: string
        }
        Returns: Json
      }
      undoable_imports: {
        Args: { p_limit?: number; p_user_id: string }
        Returns: Json
      }
      update_instructions: {
        Args: { p_instructions: string; p_user_id: string }
        Returns: Json
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}
