import { useRevalidator } from 'react-router'
import { profileTexts as texts } from '#contract/messages/account/profile.ts'
import { browserApi } from '../../api/browser-api.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { LinkButton } from '../../ui/button.tsx'
import { FixedField } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { notify } from '../../ui/notice.tsx'
import { requireSession } from '../session/guards.ts'
import { showProfile } from '../session/session.ts'
import { ErrorText } from '../sign-in/error-text.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import type { Route } from './+types/profile-route.ts'
import { DetailFields } from './detail-fields.tsx'
import { saveProfile } from './save-profile.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.title, path: '/dashboard' })

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { email } = await requireSession(request)
  const profile = await browserApi.getUser({ params: { email } })
  showProfile(profile)
  return { profile }
}

/** Name and email to read, the rest to fill in and save. */
export default function ProfileRoute({ loaderData: { profile } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { error, run } = useSignIn()
  const form = useForm({
    schema: async () => (await import('#contract/users/users.ts')).profileSchema,
    submit: async (changes) => {
      if (
        !(await run(async () => {
          await saveProfile(changes)
        }))
      )
        return false
      notify({ text: texts.saved })
      await revalidate()
    },
  })
  return (
    <>
      <div className="dash__h">
        <h1>{texts.title}</h1>
        <div className="form__acts">
          <LinkButton to="/dashboard/account">{texts.account}</LinkButton>
          <LinkButton to="/editProfile">{texts.edit}</LinkButton>
        </div>
      </div>
      <form {...form.props} className="form form--two">
        <FixedField form={form} name="name" label={texts.name} value={profile.displayName ?? ''} />
        <FixedField form={form} name="email" label={texts.email} value={profile.email ?? ''} />
        <DetailFields form={form} profile={profile} />
        <div className="form__acts">
          <SubmitButton form={form} look="go">
            {texts.save}
          </SubmitButton>
          <ErrorText error={error} />
          <FormError form={form} />
        </div>
      </form>
    </>
  )
}
