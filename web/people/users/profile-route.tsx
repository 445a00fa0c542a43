import { profileTexts as texts } from '#contract/people/users/profile-texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { requireSession } from '../../platform/auth/guards.ts'
import { showProfile } from '../../platform/auth/session.ts'
import { ReadOnlyField } from '../../platform/forms/field.tsx'
import { formAction, useActionForm } from '../../platform/forms/form.ts'
import { FormError, ManagedForm, SubmitButton } from '../../platform/forms/form-status.tsx'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { LinkButton } from '../../platform/ui/button.tsx'
import { notify } from '../../platform/ui/notice.tsx'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
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
