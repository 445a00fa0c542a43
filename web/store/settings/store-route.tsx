import { useEffect, useState } from 'react'
import type { SettingsChange } from '#contract/store/settings/settings.ts'
import { settingNames, storePageTexts as texts } from '#contract/store/settings/store-page-texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { formAction, type Submission, useActionForm } from '../../platform/forms/form.ts'
import { useStoredText } from '../../platform/forms/form-draft.ts'
import { FormError, ManagedForm, SubmitButton } from '../../platform/forms/form-status.tsx'
import { rowAction } from '../../platform/forms/row-action.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Button, buttonClass } from '../../platform/ui/button.tsx'
import { notify } from '../../platform/ui/notice.tsx'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
import type { Route } from './+types/store-route.ts'
import { AccentSection } from './accent-section.tsx'
import { HoursSection } from './hours-section.tsx'
import { changedKeys, type StoreForm, toChange, toForm } from './store-form.ts'
import { StoreHistory, type TakeBack } from './store-history.tsx'
import { STORE_PAGE } from './store-page.ts'
import { StorePreview } from './store-preview.tsx'
import { Contact, Documents, NameAndLogo, Statistics } from './store-sections.tsx'

export const meta = titleMeta(texts.title, STORE_PAGE)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'settings.write')
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const [settings, changes, { total }] = await Promise.all([
    browserApi.getSettings(),
    browserApi.listSettingsChanges({ query: { after } }),
    browserApi.countProducts({ query: {} }),
  ])
  return { values: settings.values, changes, isNewest: !after, parts: total.parts }
}

type SaveContext = { change: Record<string, unknown> }

const schema = async () => (await import('#contract/store/settings/settings.ts')).settingsChangeSchema

export async function clientAction({ request }: Route.ClientActionArgs) {
  const posted: Submission<SaveContext> | TakeBack = await request.json()
  if ('id' in posted) {
    return rowAction(async () => {
      await browserApi.takeBackSettings({ params: { id: posted.id } })
      return texts.takenBack
    })
  }
  return formAction(posted, {
    schema,
    toInput: () => posted.context.change,
    send: (body: SettingsChange) => browserApi.saveSettings({ body }),
  })
}

export default function StoreRoute({ loaderData }: Route.ComponentProps) {
  const { changes, isNewest, parts } = loaderData
  const edited = useEditedSettings(loaderData.values)
  const { form, changed } = edited
  const status = useActionForm({
    schema,
    about: false,
    context: { change: JSON.parse(JSON.stringify(toChange(form, changed))) },
    onDone(saved: Awaited<ReturnType<typeof browserApi.saveSettings>>) {
      edited.accept(saved.values)
      notify({ text: texts.saved })
    },
  })
  const section = { form, set: edited.set }
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead}>
        {/* a full page load: as a visitor gets it */}
        <a className={buttonClass({ size: 'small' })} href="/">
          {texts.openShop}
        </a>
      </PageHeading>
      <ManagedForm form={status} className="store">
        <div className="store__form">
          <NameAndLogo {...section} />
          <AccentSection {...section} />
          <Contact {...section} />
          <HoursSection {...section} />
          <Statistics {...section} parts={parts} />
          <Documents {...section} />
        </div>
        <div className="store__side">
          <StorePreview form={form} parts={parts} />
          <StoreHistory changes={changes} isNewest={isNewest} />
        </div>
        <SaveBar changed={changed} onDiscard={edited.discard} />
      </ManagedForm>
    </>
  )
}

type Values = Route.ComponentProps['loaderData']['values']

/** The form shows what holds, and over it what was typed since; that is kept as a draft. */
function useEditedSettings(loaded: Values) {
  const [values, setValues] = useState(loaded)
  const [draft, saveDraft] = useStoredText('store', '{}')
  const [typed, setTyped] = useState<Partial<StoreForm>>(() => JSON.parse(draft))
  useEffect(() => setValues(loaded), [loaded])
  const base = toForm(values)
  const form = { ...base, ...typed }
  const changed = changedKeys(base, form)
  function keep(next: Partial<StoreForm>) {
    setTyped(next)
    saveDraft(Object.keys(next).length > 0 ? JSON.stringify(next) : undefined)
  }
  return {
    form,
    changed,
    set: (change: Partial<StoreForm>) => keep({ ...typed, ...change }),
    discard: () => keep({}),
    accept(saved: Values) {
      setValues(saved)
      keep({})
    },
  }
}

function SaveBar({ changed, onDiscard }: { changed: (keyof StoreForm)[]; onDiscard: () => void }) {
  const names = new Intl.ListFormat('en').format(changed.map((key) => settingNames[key]))
  return (
    <section className="save-bar" aria-label={texts.saveBar}>
      <FormError />
      <p>
        {changed.length > 0 ? (
          <>
            <b>{texts.changed}</b>
            <span>{` ${names}`}</span>
          </>
        ) : (
          <span>{texts.unchanged}</span>
        )}
      </p>
      {changed.length > 0 && <Button onClick={onDiscard}>{texts.discard}</Button>}
      <SubmitButton variant="primary" disabled={changed.length === 0}>
        {changed.length > 0 ? texts.save(changed.length) : texts.saveNone}
      </SubmitButton>
    </section>
  )
}
