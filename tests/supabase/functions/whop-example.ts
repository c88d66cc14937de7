/** The example of a membership event in Whop's reference, with a payer and a product of ours in place of theirs. */
export function whopExample(type: string, ours: { user: { email: string }; product: string }) {
  return {
    id: "msg_xxxxxxxxxxxxxxxxxxxxxxxx",
    api_version: "v1",
    timestamp: "2025-01-01T00:00:00.000Z",
    type,
    data: {
      id: `mem_${crypto.randomUUID()}`,
      status: "trialing",
      created_at: "2023-12-01T05:00:00.401Z",
      joined_at: "2023-12-01T05:00:00.401Z",
      updated_at: "2023-12-01T05:00:00.401Z",
      manage_url: "https://whop.com/billing/manage/mem_abc123",
      member: { id: "mber_xxxxxxxxxxxxx" },
      user: { id: "user_xxxxxxxxxxxxx", username: "johndoe42", name: "John Doe", ...ours.user },
      renewal_period_start: "2023-12-01T05:00:00.401Z",
      renewal_period_end: "2023-12-01T05:00:00.401Z",
      cancel_at_period_end: true,
      cancel_option: "too_expensive",
      cancellation_reason: "I found a better alternative.",
      canceled_at: "2023-12-01T05:00:00.401Z",
      currency: "usd",
      company: { id: "biz_xxxxxxxxxxxxxx", title: "Pickaxe" },
      plan: { id: "plan_xxxxxxxxxxxxx" },
      promo_code: { id: "promo_xxxxxxxxxxxx" },
      product: { id: ours.product, title: "Pickaxe Analytics" },
      license_key: "A1B2C3-D4E5F6-G7H8I9",
      metadata: {},
      payment_collection_paused: true,
      custom_field_responses: [
        { id: "cfrp_xxxxxxxxxxxxx", question: "How did you hear of us?", answer: "From a friend" },
      ],
    },
    company_id: "biz_xxxxxxxxxxxxxx",
  };
}
