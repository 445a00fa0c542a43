import type { FirebaseApp } from '@firebase/app'

/** The SDK's public types lack `_getProvider`. */
declare module '@firebase/app' {
  export function _getProvider(
    app: FirebaseApp,
    name: 'auth-internal',
  ): { getImmediate(): { addAuthTokenListener(listener: (token: string | null) => void): void } }
}
