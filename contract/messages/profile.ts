/** My Profile and the page that edits it. */
export const profileTexts = {
  title: 'My Profile',
  editTitle: 'Edit Profile',
  edit: 'Edit profile',
  name: 'Name',
  email: 'Email',
  education: 'Education',
  location: 'Location',
  number: 'Number',
  linkedin: 'Linkedin',
  photo: 'Photo address',
  photoHint: 'An http or https address. Left blank, the drawing stands in.',
  save: 'Save',
  back: 'Back to My Profile',
  saved: 'Your profile is saved.',
  noUser: 'No user is logged in',
  login: 'Login',
} as const
