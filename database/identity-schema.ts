import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'

export type IdentityUserTable = {
  id: string
  email: string | null
  email_verified: Generated<boolean>
  email_link: Generated<boolean>
  phone_number: Generated<string | null>
  password_hash: Generated<string | null>
  password_updated_at: Generated<Date | null>
  display_name: Generated<string | null>
  photo_url: Generated<string | null>
  valid_since: Date
  disabled_at: Generated<Date | null>
  created_at: Date
  last_login_at: Date
  last_refresh_at: Date
}

export type UserProviderTable = {
  provider_id: string
  raw_id: string
  user_id: string
  email: string | null
  display_name: string | null
  photo_url: string | null
  screen_name: Generated<string | null>
}

export type SessionTable = {
  token_hash: string
  /** Names the sign-in; sessions that renew its tokens share it. */
  sid: string
  user_id: string
  provider: string
  auth_time: Date
  second_factor: Generated<FactorKind | null>
  second_factor_id: Generated<string | null>
  created_at: Date
  revoked_at: Generated<Date | null>
}

export type OobCodeTable = {
  code_hash: string
  request_type:
    | 'VERIFY_EMAIL'
    | 'PASSWORD_RESET'
    | 'EMAIL_SIGNIN'
    | 'VERIFY_AND_CHANGE_EMAIL'
    | 'RECOVER_EMAIL'
    | 'REVERT_SECOND_FACTOR_ADDITION'
  user_id: string | null
  email: string | null
  new_email: Generated<string | null>
  factor_id: Generated<string | null>
  expires_at: Date
}

export type RsaPrivateJwk = Record<'kty' | 'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi', string>

export type SigningKeyTable = {
  kid: string
  private_jwk: ColumnType<RsaPrivateJwk, string, string>
  created_at: Date
  signs_from: Generated<Date>
  retired_at: Generated<Date | null>
}

export type IdpGrantTable = {
  grant_hash: string
  nonce_hash: string
  provider_id: string
  raw_id: string
  email: string | null
  email_verified: boolean
  display_name: string | null
  photo_url: string | null
  screen_name: string | null
  is_reauthentication: Generated<boolean>
  expires_at: Date
}

/** How the SDK names the reasons for which it opens a window. */
export type AuthType = 'signInViaPopup' | 'linkViaPopup' | 'reauthViaPopup'

export type OauthFlowTable = {
  state_hash: string
  browser_hash: string
  nonce_hash: string
  provider_id: string
  event_id: string
  auth_type: AuthType
  proof: string
  expires_at: Date
}

export type IdpCodeTable = {
  id: string
  nonce_hash: string
  email: string
  code_hash: string
  tries: Generated<number>
  expires_at: Date
}

export type SmsCodeTable = {
  session_hash: string
  purpose: 'sign-in' | 'enrollment' | 'second-factor'
  user_id: Generated<string | null>
  factor_id: Generated<string | null>
  phone_number: string
  code_hash: string
  tries: Generated<number>
  expires_at: Date
}

export type PhoneProofTable = {
  proof_hash: string
  phone_number: string
  expires_at: Date
}

export type FactorKind = 'totp' | 'phone'

export type MfaFactorTable = {
  id: string
  user_id: string
  kind: FactorKind
  display_name: string | null
  phone_number: Generated<string | null>
  secret: Generated<string | null>
  last_step: Generated<number | null>
  enrolled_at: Date
}

export type MfaEnrollmentTable = {
  session_hash: string
  user_id: string
  secret: string
  tries: Generated<number>
  expires_at: Date
}

export type MfaPendingTable = {
  credential_hash: string
  user_id: string
  provider: string
  expires_at: Date
}

export type RecoveryCodeTable = { user_id: string; code_hash: string }

export type AttemptTable = {
  account: string
  address: string
  failures: number
  last_at: Date
  retry_at: Date
}

export type IdentityTables = {
  'identity.users': IdentityUserTable
  'identity.user_providers': UserProviderTable
  'identity.sessions': SessionTable
  'identity.oob_codes': OobCodeTable
  'identity.signing_keys': SigningKeyTable
  'identity.idp_grants': IdpGrantTable
  'identity.idp_codes': IdpCodeTable
  'identity.oauth_flows': OauthFlowTable
  'identity.sms_codes': SmsCodeTable
  'identity.phone_proofs': PhoneProofTable
  'identity.mfa_factors': MfaFactorTable
  'identity.mfa_enrollments': MfaEnrollmentTable
  'identity.mfa_pending': MfaPendingTable
  'identity.recovery_codes': RecoveryCodeTable
  'identity.attempts': AttemptTable
}

export type IdentityUserRow = Selectable<IdentityUserTable>
export type NewIdentityUserRow = Insertable<IdentityUserTable>
export type SigningKeyRow = Selectable<SigningKeyTable>
export type UserProviderRow = Selectable<UserProviderTable>
export type MfaFactorRow = Selectable<MfaFactorTable>
export type IdpGrantRow = Selectable<IdpGrantTable>
