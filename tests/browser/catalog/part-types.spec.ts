import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { signInDirectly } from '../direct-sign-in.ts'
import { expectAccessible } from '../platform/accessibility/access.ts'
import { keyboardOf } from '../platform/accessibility/keyboard.ts'
import { expect, field, testInStore } from '../story.ts'

/** A store whose catalogue no other test arranges. */
const test = testInStore({ STORE_NAME: 'Tow and Go' })
// what is in use is refused with 409
test.use({ expectedErrorStatuses: [400, 409] })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const box = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const main = (page: Page) => page.getByRole('main')

async function confirmed(page: Page, button: string): Promise<void> {
  await dialog(page, 'Are you sure?').getByRole('button', { name: button }).click()
}

async function addAttribute(page: Page, name: string, kind: string): Promise<void> {
  await main(page).getByRole('button', { name: 'Add an attribute' }).click()
  const form = dialog(page, 'New attribute')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Kind').selectOption(kind)
}

test('an admin adds a type with attributes and a part of it, which is found by its attribute', async ({
  page,
}) => {
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/attributes')
  await addAttribute(page, 'Ball size', 'Number')
  const attribute = dialog(page, 'New attribute')
  await attribute.getByLabel('Unit').fill('mm')
  await expectAccessible(page, 'the dialog of an attribute')
  await attribute.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The attribute is saved.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Ball size/ })).toContainText('mm')

  await addAttribute(page, 'Coupling', 'Choice')
  // what is wrong is said, and nothing typed is lost
  await attribute.getByRole('button', { name: 'Save' }).click()
  await expect(attribute.getByText('A choice has at least one value, other kinds none')).toBeVisible()
  await expect(attribute.getByLabel('Name')).toHaveValue('Coupling')
  for (const [at, name] of ['Fixed', 'Swan neck'].entries()) {
    await attribute.getByRole('button', { name: 'Add a choice' }).click()
    await attribute.getByLabel(`Choice ${at + 1}`, { exact: true }).fill(name)
  }
  await attribute.getByRole('button', { name: 'Move Swan neck up' }).click()
  await attribute.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Coupling/ })).toBeVisible()

  // the name of a member of every object
  await addAttribute(page, 'Constructor', 'Text')
  await attribute.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /^Constructor/ })).toBeVisible()
  await addAttribute(page, 'ball SIZE', 'Number')
  await attribute.getByRole('button', { name: 'Save' }).click()
  await expect(attribute.getByText('“Ball size” has this name or key already')).toBeVisible()
  await expect(attribute.getByLabel('Name')).toBeFocused()
  await attribute.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'Part Types' }).click()
  await main(page).getByRole('button', { name: 'Add a part type' }).click()
  const typeForm = dialog(page, 'New part type')
  await typeForm.getByLabel('Name of one').fill('Tow bar')
  await typeForm.getByLabel('Name of several').fill('Tow bars')
  await typeForm.getByLabel('Category').selectOption('Body & Drive')
  await typeForm.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/dashboard/partTypes/tow-bar')
  for (const name of ['Ball size, mm', 'Coupling']) {
    await box(page, 'Attributes').getByLabel('Attribute to add', { exact: true }).selectOption(name)
    await box(page, 'Attributes').getByRole('button', { name: 'Add' }).click()
  }
  await page.getByLabel('Coupling: In title').check()
  await page.getByRole('button', { name: 'Move Coupling up' }).click()
  await box(page, 'Goes together with').getByLabel('Type to add', { exact: true }).selectOption('Brake disc')
  await box(page, 'Goes together with').getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('Kind of drawing').selectOption('bumper')
  await expect(page.getByAltText('Preview of the drawing')).toHaveAttribute('src', /bumper/)
  const bar = box(page, 'Save')
  await expect(bar).toContainText('Changed: drawing, attributes, and what it goes together with')
  await expectAccessible(page, 'the page of a part type')
  await page.reload()
  await expect(bar).toContainText('Changed: drawing, attributes, and what it goes together with')
  await box(page, 'Attributes').getByLabel('Attribute to add', { exact: true }).selectOption('Constructor')
  await box(page, 'Attributes').getByRole('button', { name: 'Add' }).click()
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The part type is saved.')).toBeVisible()
  await expect(bar).toContainText('Nothing changed.')

  await page.goto('/dashboard/addProduct')
  await field(page, 'Product name').fill('Tow bar, removable')
  await field(page, 'Part type').selectOption('Tow bar')
  await expect(field(page, 'Category')).toHaveValue('body')
  await field(page, 'Ball size, mm').fill('fifty')
  await field(page, 'Coupling').selectOption('Swan neck')
  await field(page, 'Constructor').fill('Hook & Sons')
  await page.reload()
  await expect(field(page, 'Product name')).toHaveValue('Tow bar, removable')
  await expect(field(page, 'Ball size, mm')).toHaveValue('fifty')
  await expect(field(page, 'Coupling')).toHaveValue('swan-neck')
  await field(page, 'Price').fill('180')
  await field(page, 'Minimum order').fill('1')
  await field(page, 'Available quantity').fill('3')
  await field(page, 'Image address').fill('/drawings/bumper.svg')
  const add = main(page).getByRole('button', { name: 'Add Product' })
  await add.click()
  await expect(page.getByText('Use a plain number in mm, such as 12.5')).toBeVisible()
  await expect(field(page, 'Ball size, mm')).toBeFocused()
  await field(page, 'Ball size, mm').fill('50 mm')
  await expectAccessible(page, 'the form of a part with a type')
  await add.click()
  await expect(page.getByText('Successfully Added Product!')).toBeVisible()
  await page.goto('/dashboard/manageProduct?q=Tow+bar')
  await main(page).getByRole('button', { name: 'Edit' }).first().click()
  const edit = dialog(page, 'Edit part')
  await expect(edit.getByLabel('Constructor')).toHaveValue('Hook & Sons')
  await edit.getByLabel('Constructor').fill('Hook & Daughters')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The part is saved.')).toBeVisible()

  await page.goto('/parts?type=tow-bar')
  const sizes = main(page).getByRole('group', { name: 'Ball size, mm' })
  await sizes.getByRole('checkbox', { name: /^50/ }).check()
  await expect(page).toHaveURL('/parts?type=tow-bar&a.ball_size=50')
  await expect(main(page).getByRole('heading', { level: 3 })).toHaveText('Tow bar, removable')
  await page.goto('/parts?type=tow-bar&a.ball_size=60')
  await expect(main(page).getByRole('heading', { level: 3, name: 'Tow bar, removable' })).toHaveCount(0)
})

test('what parts have is not deleted, with the number beside it; a change of type says what it drops', {
  tag: '@long',
}, async ({ page }) => {
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/categories')
  const fluids = main(page).getByRole('listitem').filter({ hasText: 'Fluids' })
  await fluids.getByRole('button', { name: 'Delete' }).click()
  await confirmed(page, 'Delete category')
  await expect(fluids.getByText(/^Not deleted: it has [1-9]\d* parts?, 0 subcategories/)).toBeVisible()

  await main(page).getByRole('button', { name: 'Add a category' }).click()
  const category = dialog(page, 'New category')
  await category.getByRole('button', { name: 'Save' }).click()
  await expect(category.getByText('Name is required')).toBeVisible()
  await category.getByLabel('Name').fill('Brake parts')
  await category.getByLabel('In the category').selectOption('Body & Drive')
  await category.getByLabel('Drawing').selectOption('brake-disc')
  await expect(category.getByAltText('Preview of the drawing')).toBeVisible()
  await expectAccessible(page, 'the dialog of a category')
  await category.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The category is saved.')).toBeVisible()
  const brakes = main(page).getByRole('listitem').filter({ hasText: 'Brake parts' }).last()
  await expect(brakes).toContainText('0 parts')
  await main(page).getByRole('button', { name: 'Move Wheels & Tires up' }).click()
  await expect(main(page).getByRole('listitem').first()).toContainText('Wheels & Tires')
  await expect(main(page).getByRole('button', { name: 'Move Wheels & Tires up' })).toBeFocused()

  await page.goto('/dashboard/partTypes/brake-disc')
  await main(page).getByRole('button', { name: 'Delete the type' }).click()
  await confirmed(page, 'Delete part type')
  await expect(page.getByText(/^Not deleted: [1-9]\d* parts? of this type (is|are) on sale/)).toBeVisible()
  await main(page).getByRole('button', { name: 'Remove Diameter, mm' }).click()
  await box(page, 'Save').getByRole('button', { name: 'Save' }).click()
  await expect(
    box(page, 'Attributes').getByText(/^Not changed: [1-9]\d* parts? ha(s|ve) a value/),
  ).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Remove Diameter, mm' })).toHaveCount(0)

  await page.goto('/dashboard/manageProduct?q=BR-2804-22')
  const part = main(page).getByRole('listitem').filter({ hasText: 'Front brake disc, drilled' })
  await part.getByRole('button', { name: 'Edit' }).first().click()
  const form = dialog(page, 'Edit part')
  await expect(form.getByLabel('Diameter, mm', { exact: true })).toHaveValue('280')
  const status = form.getByRole('status')
  for (const [typed, dropped] of [
    ['28,155555', '280'],
    ['281', '281'],
  ] as const) {
    await form.getByLabel('Part type').selectOption('Brake disc')
    await form.getByLabel('Diameter, mm', { exact: true }).fill(typed)
    await form.getByLabel('Part type').selectOption('Brake pads')
    await expect(status).toContainText(`Diameter ${dropped} mm`)
  }
  await expect(status).toContainText('Saving drops what this type does not have:')
  await expect(form.getByLabel('Axle')).toHaveValue('front')
  // what was typed comes back with its field
  await form.getByLabel('Part type').selectOption('Brake disc')
  await expect(status).toBeEmpty()
  await expect(form.getByLabel('Diameter, mm', { exact: true })).toHaveValue('281')
  await form.getByLabel('Subcategory').selectOption('Brake parts')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The part is saved.')).toBeVisible()
  await page.goto('/dashboard/categories')
  await expect(brakes).toContainText('1 part')

  await page.goto('/dashboard/attributes')
  const axle = page.getByRole('row', { name: /^Axle/ })
  await axle.getByRole('button', { name: 'Delete' }).click()
  await confirmed(page, 'Delete attribute')
  await expect(axle.getByText(/^Not changed: [1-9]\d* parts? ha(s|ve) a value/)).toBeVisible()
})

test('attributes of a type are put in order, removed and added by keyboard alone', async ({ page }) => {
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/partTypes/battery')
  const keys = keyboardOf(page)
  const attributes = box(page, 'Attributes')
  const rows = attributes.getByRole('listitem')
  const first = (await rows.first().locator('b').textContent()) ?? ''
  const second = (await rows.nth(1).locator('b').textContent()) ?? ''
  await keys.enter(attributes.getByRole('button', { name: `Move ${first} down` }))
  await expect(rows.locator('b').first()).toHaveText(second)
  await expect(attributes.getByRole('button', { name: `Move ${first} down` })).toBeFocused()
  await keys.enter(attributes.getByRole('button', { name: `Remove ${first}` }))
  await expect(rows.locator('b', { hasText: first })).toHaveCount(0)
  await keys.tabTo(attributes.getByLabel('Attribute to add', { exact: true }))
  await page.keyboard.type(first)
  await keys.enter(attributes.getByRole('button', { name: 'Add' }))
  await expect(rows.last().locator('b')).toHaveText(first)
  await keys.enter(page.getByRole('button', { name: 'Discard' }))
  await expect(rows.locator('b').first()).toHaveText(first)

  await page.goto('/dashboard/attributes')
  await keys.enter(main(page).getByRole('button', { name: 'Add an attribute' }))
  const form = dialog(page, 'New attribute')
  await keys.tabTo(form.getByLabel('Kind'))
  await page.keyboard.type('Choice')
  await keys.enter(form.getByRole('button', { name: 'Add a choice' }))
  await expect(form.getByLabel('Choice 1', { exact: true })).toBeFocused()
  await keys.type('Left')
  await keys.enter(form.getByRole('button', { name: 'Remove Left' }))
  await expect(form.getByRole('button', { name: 'Add a choice' })).toBeFocused()
  await keys.enter(form.getByRole('button', { name: 'Cancel' }))
  await expect(main(page).getByRole('button', { name: 'Add an attribute' })).toBeFocused()
})

test('a choice is merged into another one by keyboard; what was typed stays', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/attributes')
  const keys = keyboardOf(page)
  const form = dialog(page, 'Edit attribute')
  const choice = (name: string) =>
    form.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Remove ${name}` }) })
  const mergeGreen = form.getByRole('button', { name: 'Merge Green into another choice' })
  const question = dialog(page, 'Are you sure?')
  const into = question.getByLabel('Merge Green into')
  await page.getByRole('button', { name: 'Edit Color' }).click()
  await expect(choice('Green')).toContainText('2 parts')
  await form.getByRole('button', { name: 'Remove Green' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/^Not changed: 2 parts have a value .* can also be merged/)).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Edit Color' }).click()
  await choice('Black').getByRole('textbox').fill('Jet black')
  await keys.enter(mergeGreen)
  await expect(question).toContainText('2 parts on sale have “Green”.')
  await expect(into.getByRole('option', { name: 'Green' })).toHaveCount(0)
  await expectAccessible(page, 'the question before a merge')
  await keys.enter(question.getByRole('button', { name: 'Cancel' }))
  await expect(mergeGreen).toBeFocused()
  await keys.enter(mergeGreen)
  await keys.tabTo(into)
  await page.keyboard.type('Pink')
  await expect(into).toHaveValue('pink')
  await keys.enter(question.getByRole('button', { name: 'Merge choices' }))
  await expect(form.getByRole('status')).toHaveText('The choices are merged: 2 parts changed.')
  await expect(choice('Green')).toHaveCount(0)
  // the row in its place
  await expect(choice('Pink').getByRole('textbox')).toBeFocused()
  await expect(choice('Pink')).toContainText('3 parts')
  await expect(choice('Jet black').getByRole('textbox')).toHaveValue('Jet black')
  await expectAccessible(page, 'the dialog of an attribute with choices')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The attribute is saved.')).toBeVisible()
  await page.goto('/parts?type=coolant')
  const colors = main(page).getByRole('group', { name: 'Color' })
  await expect(colors.getByRole('checkbox', { name: /^Pink/ })).toBeVisible()
  await expect(colors.getByRole('checkbox', { name: /^Green/ })).toHaveCount(0)

  // another admin was faster
  const other = await context.newPage()
  for (const one of [page, other]) {
    await one.goto('/dashboard/attributes')
    await one.getByRole('button', { name: 'Edit Color' }).click()
    if (one === page) await choice('Pink').getByRole('textbox').fill('Rose')
    await one.getByRole('button', { name: 'Merge Violet into another choice' }).click()
  }
  await confirmed(other, 'Merge choices')
  await expect(other.getByText('The choices are merged: 1 part changed.')).toBeVisible()
  await confirmed(page, 'Merge choices')
  await expect(form.getByText('Not merged: one of the two choices is no longer there.')).toBeVisible()
  await expect(choice('Violet')).toHaveCount(0)
  // the choice is gone from both lists, so the rest is saved
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The attribute is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Color' }).click()
  await expect(choice('Rose')).toBeVisible()
  await expect(choice('Violet')).toHaveCount(0)
})

test('of two admins with the same page the second one is told what the first one changed', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInDirectly(page, sampleAdmin)
  const other = await context.newPage()
  const add = async (one: Page, attribute: string) => {
    await box(one, 'Attributes').getByLabel('Attribute to add', { exact: true }).selectOption(attribute)
    await box(one, 'Attributes').getByRole('button', { name: 'Add' }).click()
  }
  for (const one of [page, other]) await one.goto('/dashboard/partTypes/spark-plug')
  await add(other, 'Color')
  await add(page, 'Side')
  await page.getByLabel('Name of several').fill('Plugs')
  await box(other, 'Save').getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('The part type is saved.')).toBeVisible()
  const bar = box(page, 'Save')
  const rowOf = (attribute: string) =>
    box(page, 'Attributes').getByRole('listitem').filter({ hasText: attribute })
  await bar.getByRole('button', { name: 'Save' }).click()
  const changed = bar.getByText('Another admin has changed this meanwhile: attributes.')
  await expect(changed).toBeVisible()
  // also after the page was read again, and saving it again changes nothing
  await page.reload()
  await expect(changed).toBeVisible()
  await expect(rowOf('Side')).toBeVisible()
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(changed).toBeVisible()
  await expect(rowOf('Color')).toHaveCount(0)
  await keyboardOf(page).enter(bar.getByRole('button', { name: 'Load what is there now' }))
  await expect(changed).toHaveCount(0)
  await expect(rowOf('Color')).toBeVisible()
  await expect(rowOf('Side')).toHaveCount(0)
  await expect(bar).toContainText('Changed: name of several')
  await add(page, 'Side')
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The part type is saved.')).toBeVisible()
  await page.reload()
  for (const attribute of ['Color', 'Side']) await expect(rowOf(attribute)).toBeVisible()
  await expect(page.getByLabel('Name of several')).toHaveValue('Plugs')

  const form = (one: Page) => dialog(one, 'Edit attribute')
  for (const [one, choice] of [
    [page, 'Waxed'],
    [other, 'Nickel'],
  ] as const) {
    await one.goto('/dashboard/attributes')
    await one.getByRole('button', { name: 'Edit Coating' }).click()
    await form(one).getByRole('button', { name: 'Add a choice' }).click()
    await form(one).getByRole('textbox').last().fill(choice)
  }
  await form(other).getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('The attribute is saved.')).toBeVisible()
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(form(page).getByText('Another admin has changed this meanwhile: choices.')).toBeVisible()
  await expect(form(page).getByRole('textbox').last()).toHaveValue('Waxed')
  await expectAccessible(page, 'an attribute that has changed')
  await form(page).getByRole('button', { name: 'Load what is there now' }).click()
  await expect(form(page).getByRole('textbox').last()).toHaveValue('Nickel')
  await form(page).getByRole('button', { name: 'Add a choice' }).click()
  await form(page).getByRole('textbox').last().fill('NICKEL')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(form(page).getByText('“Nickel” has this name or key already')).toBeVisible()
  await expect(form(page).getByRole('textbox').last()).toBeFocused()
  await form(page).getByRole('textbox').last().fill('Waxed')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The attribute is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Coating' }).click()
  for (const choice of ['Nickel', 'Waxed'])
    await expect(form(page).getByRole('button', { name: `Remove ${choice}` })).toBeVisible()
})
