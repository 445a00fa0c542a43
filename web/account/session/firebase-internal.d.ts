import type { FirebaseApp } from '@firebase/app'

/** The SDK's public types lack these. Without a listener the SDK renews an ID token only when a call needs one. */
declare module '@firebase/app' {
  export function _getProvider(
    app: FirebaseApp,
    name: 'auth-internal',
  ): { getImmediate(): { addAuthTokenListener(listener: (token: string | null) => void): void } }
}
