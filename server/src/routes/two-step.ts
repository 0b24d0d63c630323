import { Refusal } from '@guildhall/domain/refusals.js';
import { recoveryResponse, setupResponse } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { ownPassword, twoStepCode } from '../accounts/authentication.js';
import { createAccountMail } from '../mail/new-mail.js';
import { requireUser } from '../request/request-context.js';
import { route, tagRoutes } from './operation.js';
import { countInHandler } from '../http/operation-limits.js';
import type { Call } from '../http/operation.js';
import type { Services } from '../services.js';
import type { Result } from '../http/responses/result.js';
import {
  redeemAppCode,
  generateRecoveryCodes,
  generateSecret,
  buildOtpauthUrl,
  computeRecoveryHmac,
} from '../accounts/two-step.js';

const withPassword = z.object({ password: ownPassword });
const withCode = z.object({ code: twoStepCode });
const withBoth = z.object({ password: ownPassword, code: twoStepCode });

const change = { login: 'must-be-logged-in', keyless: true } as const;

export const twoStepRoutes = tagRoutes('Account', [
  route.post('/two-step/setup', {
    scope: null,
    ...change,
    summary: 'Create the secret for two-step login, without turning it on',
    body: withPassword,
    response: setupResponse,
    limits: [countInHandler('password')],
    run: async (call, services) => {
      const account = await services.authentication.confirm(call, call.body.password);
      const secret = generateSecret();
      const outcome = await services.vault.editAccount(account.id, ({ twoStep }) =>
        twoStep?.on ? null : { twoStep: { secret, on: false, lastStep: 0, recovery: [] } },
      );
      if (outcome !== 'changed') throw new Refusal('two-step-on');
      return toSecretResult({
        secret,
        otpauth_url: buildOtpauthUrl(secret, services.site.settings.name, account.username),
      });
    },
  }),
  route.post('/two-step/enable', {
    scope: null,
    ...change,
    summary: 'Turn on two-step login with a first code; returns the recovery codes',
    body: withCode,
    response: recoveryResponse,
    limits: [countInHandler('code')],
    run: async (call, services) => {
      const userId = requireUser(call);
      const twoStep = (await services.vault.findAccount(userId))?.twoStep;
      if (!twoStep) throw new Refusal('two-step-off');
      if (twoStep.on) throw new Refusal('two-step-on');
      await services.limits.take('code', String(userId));
      const codes = generateRecoveryCodes();
      const recovery = codes.map((code) => computeRecoveryHmac(services.env.secret, code));
      const outcome = await services.vault.editAccount(userId, ({ twoStep: storedTwoStep, mails }) => {
        const next = storedTwoStep && !storedTwoStep.on ? redeemAppCode(storedTwoStep, call.body.code) : null;
        return (
          next && { twoStep: { ...next, on: true, recovery }, mails: [...mails, createAccountMail('two-step-changed')] }
        );
      });
      if (outcome !== 'changed') throw new Refusal('two-step-wrong', 'code');
      services.mail.nudge();
      return toSecretResult({ recovery_codes: codes });
    },
  }),
  route.post('/two-step/disable', {
    scope: null,
    ...change,
    summary: 'Turn off two-step login',
    body: withBoth,
    response: writeResponse,
    limits: [countInHandler('password'), countInHandler('code')],
    run: async (call, services) => {
      const userId = await confirmBoth(services, call);
      await services.vault.editAccount(userId, ({ mails }) => ({
        twoStep: null,
        mails: [...mails, createAccountMail('two-step-changed')],
      }));
      services.mail.nudge();
      return { body: { success: true } };
    },
  }),
  route.post('/two-step/recovery-codes', {
    scope: null,
    ...change,
    summary: 'Replace the recovery codes with new ones',
    body: withBoth,
    response: recoveryResponse,
    limits: [countInHandler('password'), countInHandler('code')],
    run: async (call, services) => {
      const userId = await confirmBoth(services, call);
      const codes = generateRecoveryCodes();
      const recovery = codes.map((code) => computeRecoveryHmac(services.env.secret, code));
      await services.vault.editAccount(userId, ({ twoStep, mails }) =>
        twoStep?.on
          ? { twoStep: { ...twoStep, recovery }, mails: [...mails, createAccountMail('two-step-changed')] }
          : null,
      );
      services.mail.nudge();
      return toSecretResult({ recovery_codes: codes });
    },
  }),
]);

async function confirmBoth({ authentication }: Services, call: Call<z.infer<typeof withBoth>>): Promise<number> {
  const account = await authentication.confirm(call, call.body.password);
  if (!account.twoStep?.on) throw new Refusal('two-step-off');
  await authentication.spendCode(account.id, call.body.code);
  return account.id;
}

function toSecretResult(secret: object): Result {
  return { cache: 'no-store', body: { success: true, ...secret } };
}
