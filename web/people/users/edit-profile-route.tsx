import { useNavigate } from 'react-router'
import { profileTexts as texts } from '#contract/people/users/profile-texts.ts'
import type { User } from '#contract/people/users/users.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { loginPath } from '../../platform/auth/return-path.ts'
import { connectSession, showProfile } from '../../platform/auth/session.ts'
import { Field, ReadOnlyField } from '../../platform/forms/field.tsx'
import { formAction, useActionForm } from '../../platform/forms/form.ts'
import { FormError, ManagedForm, SubmitButton } from '../../platform/forms/form-status.tsx'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { LinkButton } from '../../platform/ui/button.tsx'
import { notify } from '../../platform/ui/notice.tsx'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
import { EmptyState } from '../../platform/ui/states.tsx'
import type { Route } from './+types/edit-profile-route.ts'
import { DetailFields, saveProfileAndIdentity, loadProfileSchema as schema } from './profile-form.tsx'

export { OfficeWaiting as HydrateFallback } from '../../platform/layout/office-waiting.tsx'
export { ownStyles as links } from '../../platform/layout/own-styles.ts'

export const meta = titleMeta(texts.editTitle, '/editProfile')

/** Not guarded: without a signed-in user who has an address the page shows a link to the login. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await connectSession()
  if (!user?.email) return { profile: undefined, login: loginPath(new URL(request.url)) }
  const profile = await browserApi.getUser({ params: { email: user.email } })
  showProfile(profile)
  return { profile, login: '/login' }
}
clientLoader.hydrate = true as const

export async function clientAction({ request }: Route.ClientActionArgs) {
  return formAction(await request.json(), { schema, send: saveProfileAndIdentity })
}

export default function EditProfileRoute({ loaderData: { profile, login } }: Route.ComponentProps) {
  if (profile) {
    return (
      <>
        <PageHeading title={texts.editTitle} />
        <EditForm profile={profile} />
      </>
    )
  }
  return (
    <section className="wrap section section--first">
      <div className="section__head">
        <h1>{texts.editTitle}</h1>
      </div>
      <EmptyState title={texts.noUser}>
        <LinkButton to={login} variant="primary">
          {texts.login}
        </LinkButton>
      </EmptyState>
    </section>
  )
}

function EditForm({ profile }: { profile: User }) {
  const navigate = useNavigate()
  const form = useActionForm({
    schema,
    revalidates: false,
    onDone() {
      notify({ text: texts.saved })
      void navigate('/dashboard')
    },
  })
  return (
    <ManagedForm form={form} className="form form--two">
      <Field
        name="displayName"
        label={texts.name}
        defaultValue={profile.displayName ?? ''}
        autoComplete="name"
        required
      />
      <ReadOnlyField name="email" label={texts.email} value={profile.email ?? ''} />
      <Field
        name="photoURL"
        type="url"
        label={texts.photo}
        hint={texts.photoHint}
        defaultValue={profile.photoURL ?? ''}
        autoComplete="photo"
      />
      <DetailFields profile={profile} />
      <div className="form__actions">
        <SubmitButton variant="primary">{texts.save}</SubmitButton>
        <LinkButton to="/dashboard">{texts.back}</LinkButton>
        <FormError />
      </div>
    </ManagedForm>
  )
}
