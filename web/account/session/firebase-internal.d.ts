import type { FirebaseApp } from '@firebase/app'

/*
 * The SDK exports this function and leaves it out of its public types. It is the only switch of the
 * refresh before the end of an ID token: without a listener here the SDK waits until a call needs one.
 */
declare module '@firebase/app' {
  export function _getProvider(
    app: FirebaseApp,
    name: 'auth-internal',
  ): { getImmediate(): { addAuthTokenListener(listener: (token: string | null) => void): void } }
}
