/** Proves who is there to the account server, and has its own refusals lead to the question for it. */
import type { ProofMethod } from '@semblance/contract'
import type { SupabaseClient } from '@supabase/supabase-js'
import { apiFetch } from '../api/api-fetch.ts'
import type { Config } from '../api/config.ts'
import { callWithProof, DECLINED, notConfirmed, PROOF_NEEDED } from '../api/proof.ts'

type Accounts = { supabase: SupabaseClient; config: Config }
type Refusal = { code?: string; message: string }
type Tokens = { access_token: string; refresh_token: string }
type Answer = { error: Refusal | null }

/** Repeats an account call after a proof; the client names no methods with its errors. */
function withProof<Call extends (...input: never[]) => Promise<unknown>>(call: Call): Call {
  const repeated = (...input: never[]) =>
    callWithProof(
      () => call(...input) as Promise<Answer>,
      ({ error }) => (error?.code === PROOF_NEEDED ? null : undefined),
      (answer) => {
        if (answer.error) Object.assign(answer.error, { code: DECLINED, message: notConfirmed })
        return answer
      },
    )
  return repeated as unknown as Call
}

/** Makes the client's calls that change what signs in to the account ask for a proof. */
export function askForProofs({ auth }: SupabaseClient): void {
  auth.updateUser = withProof(auth.updateUser.bind(auth))
  auth.linkIdentity = withProof(auth.linkIdentity.bind(auth))
  auth.unlinkIdentity = withProof(auth.unlinkIdentity.bind(auth))
  auth.mfa.enroll = withProof(auth.mfa.enroll.bind(auth.mfa))
  auth.mfa.unenroll = withProof(auth.mfa.unenroll.bind(auth.mfa))
  auth.mfa.verify = withProof(auth.mfa.verify.bind(auth.mfa))
  auth.mfa.challengeAndVerify = withProof(auth.mfa.challengeAndVerify.bind(auth.mfa))
}

/** Within this time before its end a token is renewed by any tab, with what a proof replaces. */
const RENEWAL_MS = 120_000

/** Proves by password or by the code that was sent. Returns the refusal, or null. */
export async function proveBy(
  backend: Accounts,
  proof: { password: string } | { code: string },
): Promise<Refusal | null> {
  const { auth } = backend.supabase
  const { data } = await auth.getSession()
  const endsAt = (data.session?.expires_at ?? 0) * 1000
  if (endsAt - Date.now() < RENEWAL_MS) await auth.refreshSession()
  const body = JSON.stringify(proof)
  const answer = await askForProof(backend, { method: 'POST', body })
  if ('error' in answer) return answer.error
  const { error } = await auth.setSession(answer.body as Tokens)
  return error
}

/** Returns what proves the person of the session. Throws an Error that says why it is not known. */
export async function readProofMethods(backend: Accounts): Promise<ProofMethod[]> {
  const answer = await askForProof(backend, { method: 'GET' })
  if ('error' in answer) throw new Error(answer.error.message)
  return answer.body.methods as ProofMethod[]
}

const unreachable: Refusal = {
  message: 'Semblance could not be reached. Check your connection and try again.',
}

async function askForProof(
  { supabase, config }: Accounts,
  init: RequestInit,
): Promise<{ body: Record<string, unknown> } | { error: Refusal }> {
  const { data } = await supabase.auth.getSession()
  const headers = {
    apikey: config.supabaseKey,
    authorization: `Bearer ${data.session?.access_token ?? config.supabaseKey}`,
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
  }
  try {
    const answer = await apiFetch(`${config.supabaseUrl}/auth/v1/proof`, { ...init, headers })
    const body = (await answer.json()) as Record<string, unknown>
    return answer.ok ? { body } : { error: body as Refusal }
  } catch {
    return { error: unreachable }
  }
}
