export { AppealPage } from './appeal-page.js';
export { AuthPage } from './auth-page.js';
export { ForgotPasswordPage, ResetPasswordPage } from './password-pages.js';
export { EndedDialog, LogoutPage } from './session-end.js';
export { VerifyPage } from './verify-page.js';
