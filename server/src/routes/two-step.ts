import { Refusal } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import { recoveryAnswer, setupAnswer } from '../answers/account.js';
import { writeAnswer } from '../answers/write.js';
import { confirmed, ownPassword, twoStepCode } from '../accounts/authentication.js';
import { newMail } from '../mail/new-mail.js';
import { operation, requireUser, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import type { Services } from '../services.js';
import {
  afterAppCode,
  newRecoveryCodes,
  newSecret,
  otpauthUrl,
  recoveryHmac,
  spendCode,
} from '../accounts/two-step.js';

const withPassword = z.object({ password: ownPassword });
const withCode = z.object({ code: twoStepCode });
const withBoth = z.object({ password: ownPassword, code: twoStepCode });

export function twoStepRoutes(parts: Services): Operation[] {
  const shared = { method: 'post', tag: 'Account' } as const;
  return [
    operation({
      ...shared,
      path: '/two-step/setup',
      summary: 'Make the secret of a two-step login, which is not on yet',
      body: withPassword,
      answer: setupAnswer,
      run: (call) => setUp(parts, call),
    }),
    operation({
      ...shared,
      path: '/two-step/enable',
      summary: 'Turn the two-step login on with a first code; tells the recovery codes',
      body: withCode,
      answer: recoveryAnswer,
      run: (call) => enable(parts, call),
    }),
    operation({
      ...shared,
      path: '/two-step/disable',
      summary: 'Turn the two-step login off',
      body: withBoth,
      answer: writeAnswer,
      run: (call) => disable(parts, call),
    }),
    operation({
      ...shared,
      path: '/two-step/recovery-codes',
      summary: 'Make new recovery codes in place of the former',
      body: withBoth,
      answer: recoveryAnswer,
      run: (call) => renew(parts, call),
    }),
  ];
}

async function setUp(parts: Services, call: Call<z.infer<typeof withPassword>>): Promise<Result> {
  const account = await confirmed(parts, call, call.body.password);
  const secret = newSecret();
  const outcome = await parts.vault.editAccount(account.id, ({ twoStep }) =>
    twoStep?.on ? null : { twoStep: { secret, on: false, lastStep: 0, recovery: [] } },
  );
  if (outcome !== 'changed') throw new Refusal('two-step-on');
  return secretResult({ secret, otpauth_url: otpauthUrl(secret, parts.site.settings.name, account.username) });
}

async function enable(parts: Services, call: Call<z.infer<typeof withCode>>): Promise<Result> {
  const userId = requireUser(call);
  const twoStep = (await parts.vault.account(userId))?.twoStep;
  if (!twoStep) throw new Refusal('two-step-off');
  if (twoStep.on) throw new Refusal('two-step-on');
  await parts.limits.take('code', String(userId));
  const codes = newRecoveryCodes();
  const recovery = codes.map((code) => recoveryHmac(parts.env.secret, code));
  const outcome = await parts.vault.editAccount(userId, ({ twoStep: now, mails }) => {
    const next = now && !now.on ? afterAppCode(now, call.body.code) : null;
    return next && { twoStep: { ...next, on: true, recovery }, mails: [...mails, newMail('two-step-changed')] };
  });
  if (outcome !== 'changed') throw new Refusal('two-step-wrong', 'code');
  parts.mail.nudge();
  return secretResult({ recovery_codes: codes });
}

async function disable(parts: Services, call: Call<z.infer<typeof withBoth>>): Promise<Result> {
  const account = await confirmed(parts, call, call.body.password);
  if (!account.twoStep?.on) throw new Refusal('two-step-off');
  await spendCode(parts, account.id, call.body.code);
  await parts.vault.editAccount(account.id, ({ mails }) => ({
    twoStep: null,
    mails: [...mails, newMail('two-step-changed')],
  }));
  parts.mail.nudge();
  return { body: { success: true } };
}

async function renew(parts: Services, call: Call<z.infer<typeof withBoth>>): Promise<Result> {
  const account = await confirmed(parts, call, call.body.password);
  if (!account.twoStep?.on) throw new Refusal('two-step-off');
  await spendCode(parts, account.id, call.body.code);
  const codes = newRecoveryCodes();
  const recovery = codes.map((code) => recoveryHmac(parts.env.secret, code));
  await parts.vault.editAccount(account.id, ({ twoStep, mails }) =>
    twoStep?.on ? { twoStep: { ...twoStep, recovery }, mails: [...mails, newMail('two-step-changed')] } : null,
  );
  parts.mail.nudge();
  return secretResult({ recovery_codes: codes });
}

/** Shown once, and kept by no cache. */
function secretResult(secret: object): Result {
  return { cache: 'no-store', body: { success: true, ...secret } };
}
