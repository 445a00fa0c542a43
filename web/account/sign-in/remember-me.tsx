import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'

/** Ticked, a sign-in outlives the browser. */
export function RememberMe() {
  return (
    <label className="check">
      <input type="checkbox" name="remember" defaultChecked />
      {texts.remember}
    </label>
  )
}

/** Whether it is ticked in this part of the page; where nobody asks, a sign-in is kept. */
export function isRemembered(place: HTMLElement | null): boolean {
  const box = place?.querySelector<HTMLInputElement>('input[name="remember"]')
  return box?.checked ?? true
}
