import { profileTexts as texts } from '#contract/messages/account/profile.ts'
import { browserApi } from '../../api/browser-api.ts'
import { titleMeta } from '../../layout/page-meta.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ReadOnlyField } from '../../ui/forms/field.tsx'
import { formAction, useActionForm } from '../../ui/forms/form.ts'
import { FormError, ManagedForm, SubmitButton } from '../../ui/forms/form-status.tsx'
import { notify } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { requireSession } from '../session/guards.ts'
import { showProfile } from '../session/session.ts'
import type { Route } from './+types/profile-route.ts'
import { DetailFields, saveProfile, loadProfileSchema as schema } from './profile-form.tsx'

export const meta = titleMeta(texts.title, '/dashboard')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { email } = await requireSession(request)
  const profile = await browserApi.getUser({ params: { email } })
  showProfile(profile)
  return { profile }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return formAction(await request.json(), { schema, send: saveProfile })
}

export default function ProfileRoute({ loaderData: { profile } }: Route.ComponentProps) {
  const form = useActionForm({
    schema,
    onDone: () => notify({ text: texts.saved }),
  })
  return (
    <>
      <PageHeading title={texts.title}>
        <div className="form__actions">
          <LinkButton to="/dashboard/account">{texts.account}</LinkButton>
          <LinkButton to="/editProfile">{texts.edit}</LinkButton>
        </div>
      </PageHeading>
      <ManagedForm form={form} className="form form--two">
        <ReadOnlyField name="name" label={texts.name} value={profile.displayName ?? ''} />
        <ReadOnlyField name="email" label={texts.email} value={profile.email ?? ''} />
        <DetailFields profile={profile} />
        <div className="form__actions">
          <SubmitButton variant="primary">{texts.save}</SubmitButton>
          <FormError />
        </div>
      </ManagedForm>
    </>
  )
}
