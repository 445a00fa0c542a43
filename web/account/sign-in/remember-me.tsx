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

/** Whether it is ticked in this part of the page; without a checkbox a sign-in is remembered. */
export function isRemembered(root: HTMLElement | null): boolean {
  const checkbox = root?.querySelector<HTMLInputElement>('input[name="remember"]')
  return checkbox?.checked ?? true
}
