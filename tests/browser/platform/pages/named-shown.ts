import type { Locator, Page } from '@playwright/test'
import { expect } from '../../story.ts'
import type { Names } from './named-steps.ts'
import type { Expected } from './named-things.ts'

/** The colour of errors in the light theme. */
const RED = 'rgb(176, 36, 28)'
const AREAS = [
  'main',
  'contentinfo',
  'navigation',
  'region',
  'list',
  'dialog',
  'table',
  'group',
  'combobox',
] as const
/** Roles that are found by their text: most of them have no accessible name. */
const TEXT_ROLES = ['term', 'definition', 'paragraph', 'option'] as const
const NAMED_ROLES = ['button', 'columnheader', 'heading', 'img', 'link', 'radio', 'row', ...AREAS] as const
const INPUTS = ['textbox', 'searchbox', 'spinbutton', 'combobox', 'checkbox', 'radio'] as const
type Kind = (typeof TEXT_ROLES | typeof NAMED_ROLES)[number] | 'input'

/** Expects that the page shows an entry of the table now. */
export async function expectShown(page: Page, expected: Expected, names: Names): Promise<void> {
  const filled = expected.replace(/\{(id|email|transactionId)\}/g, (_, key: keyof Names) => names[key] ?? '')
  const [, prefix = '', areaRole = '', name, listed = filled] =
    /^([a-z]+)(?: in ([a-z]+)(?: "(.+?)")?)?: (.+)$/.exec(filled) ?? []
  const wanted = listed.split(' | ').map(claimOf)
  if (prefix === '') return expectTexts(page, wanted)
  if (prefix === 'red') return expectTexts(page, wanted, RED)
  const kind = [...TEXT_ROLES, ...NAMED_ROLES, 'input' as const].find((known) => known === prefix)
  if (!kind) throw new Error(`Unknown kind: ${expected}`)
  if (areaRole === '') {
    for (const one of wanted) await expectClaim(named(page, kind, one.name), one)
    return
  }
  const area = AREAS.find((known) => known === areaRole)
  if (!area) throw new Error(`Unknown area: ${expected}`)
  const all = ofKind(page.getByRole(area, { ...(name && { name, exact: true }) }).first(), kind)
  await expect(all).toHaveCount(wanted.length)
  for (const [index, one] of wanted.entries()) {
    const it = all.nth(index)
    await (isFoundByText(kind) ? expect(it).toHaveText(one.name) : expect(it).toHaveAccessibleName(one.name))
    await expectClaim(it, one)
  }
}

async function expectTexts(page: Page, wanted: { name: string }[], color?: string): Promise<void> {
  for (const { name } of wanted) {
    const text = page.getByText(name, { exact: true }).filter({ visible: true }).first()
    await expect(text).toBeVisible()
    if (color) await expect(text).toHaveCSS('color', color)
  }
}

function named(page: Page, kind: Kind, name: string): Locator {
  if (isFoundByText(kind))
    return page
      .getByRole(kind)
      .and(page.getByText(name, { exact: true }))
      .first()
  if (kind === 'input')
    return ofKind(page, kind)
      .and(page.getByLabel(name, { exact: true }))
      .first()
  return page.getByRole(kind, { name, exact: true }).first()
}

function ofKind(area: Page | Locator, kind: Kind): Locator {
  if (kind !== 'input') return area.getByRole(kind)
  const [first, ...others] = INPUTS
  return others.reduce((all, role) => all.or(area.getByRole(role)), area.getByRole(first))
}

function isFoundByText(kind: Kind): kind is (typeof TEXT_ROLES)[number] {
  return TEXT_ROLES.some((known) => known === kind)
}

type Claimed = { name: string; claim: string | undefined; to: string | undefined }

function claimOf(words: string): Claimed {
  const [text = '', to] = words.split(' → ')
  const [, name = text, claim] = /^(.*) \((.*)\)$/.exec(text) ?? []
  return { name, claim, to }
}

async function expectClaim(it: Locator, { claim, to }: Claimed): Promise<void> {
  // An option has no box of its own while its list is closed.
  await expect(it).toBeAttached()
  if (to !== undefined) await expect(it).toHaveAttribute('href', to)
  if (claim === 'enabled') return expect(it).toBeEnabled()
  if (claim === 'disabled') return expect(it).toBeDisabled()
  if (claim === 'checked') return expect(it).toBeChecked()
  if (claim === 'required') return expect(it).toHaveAttribute('required', '')
  if (claim === 'read-only') return expect(it).toHaveAttribute('readonly', '')
  if (claim !== undefined) throw new Error(`The table claims "${claim}", which no test checks`)
}
