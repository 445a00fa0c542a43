import { profileTexts as texts } from '#contract/messages/account/profile.ts'
import type { User } from '#contract/users/users.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { FormState } from '../../ui/forms/form-state.ts'

/** The optional fields of a profile. */
export function DetailFields({ form, profile }: { form: FormState; profile: User }) {
  const { education, location, number, linkedin } = profile
  return (
    <>
      <Field form={form} name="education" label={texts.education} defaultValue={education ?? ''} />
      <Field
        form={form}
        name="location"
        label={texts.location}
        defaultValue={location ?? ''}
        autoComplete="address-level2"
      />
      <Field
        form={form}
        name="number"
        type="tel"
        label={texts.number}
        defaultValue={number ?? ''}
        autoComplete="tel"
      />
      <Field
        form={form}
        name="linkedin"
        type="url"
        label={texts.linkedin}
        defaultValue={linkedin ?? ''}
        autoComplete="url"
        placeholder="https://www.linkedin.com/in/…"
      />
    </>
  )
}
