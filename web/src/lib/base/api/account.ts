import type { Page } from '$lib/base/protocol/page';
import type {
  AppConsent,
  AppInfo,
  AppList,
  Authorization,
  AuthorizationAnswered,
  CreateApp,
  Language,
  Login,
  MailAddresses,
  RecoveryCodes,
  RecoveryCodesLeft,
  RecoveryOptions,
  Recovery,
  SessionInfo,
  SessionList,
  LoginResult,
  Pairing,
  PairingPage,
  PasswordAndCode,
  TokenCreated,
  TokenInfo,
  TokenList,
  CreateAccount,
  CreateToken,
  TwoFactorSecret,
  TwoFactorState,
  CreateWebhook,
  WebhookCreated,
  WebhookInfo,
  WebhookList,
  WebhookTest,
} from '$lib/base/protocol/types';
import { ask, reached, refusalOf } from './ask';

/** The caller's token, for browsers that store no cookie. */
type Token = string | null;

function send<T>(method: string, path: string, token: Token, body?: object): Promise<T> {
  return ask<T>(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) }, token);
}

/** Registers an account, from the current guest if there is one. */
export function signUp(credentials: CreateAccount, token: Token): Promise<LoginResult> {
  return send('POST', '/accounts', token, credentials);
}

/** Everything that the server has stored on the caller, as JSON. It can be large, so only the network limits how long that takes. */
export async function exportData(token: Token): Promise<Blob> {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const response = await reached(fetch('/api/v1/me/export', { headers }));
  if (!response.ok) throw await refusalOf(response);
  return reached(response.blob());
}

export function logIn(shown: Login): Promise<LoginResult> {
  return send('POST', '/sessions', null, shown);
}

export function recover(shown: Recovery): Promise<LoginResult> {
  return send('POST', '/recovery', null, shown);
}

export function logOut(token: Token): Promise<void> {
  return send('DELETE', '/sessions/current', token);
}

/** A code in addition to the password, for accounts with two-factor login. */
type Code = string | null;

function confirmed(password: string, code: Code): PasswordAndCode {
  return { password, ...(code !== null && { code }) };
}

export function changePassword(old: string, code: Code, next: string, token: Token): Promise<void> {
  return send('PUT', '/me/password', token, { old, new: next, ...(code !== null && { code }) });
}

/** Deletes the account permanently. */
export function deleteAccount(password: string, code: Code, token: Token): Promise<void> {
  return send('DELETE', '/me', token, confirmed(password, code));
}

export async function sessions(token: Token): Promise<readonly SessionInfo[]> {
  return (await send<SessionList>('GET', '/me/sessions', token)).sessions;
}

export function endSession(id: string, token: Token): Promise<void> {
  return send('DELETE', `/me/sessions/${encodeURIComponent(id)}`, token);
}

/** Ends all sessions except the caller's. */
export function endOtherSessions(token: Token): Promise<void> {
  return send('DELETE', '/me/sessions', token);
}

export async function tokens(token: Token): Promise<readonly TokenInfo[]> {
  return (await send<TokenList>('GET', '/tokens', token)).tokens;
}

export function createToken(request: CreateToken, token: Token): Promise<TokenCreated> {
  return send('POST', '/tokens', token, request);
}

export function endToken(id: string, token: Token): Promise<void> {
  return send('DELETE', `/tokens/${encodeURIComponent(id)}`, token);
}

/** The apps that the user has registered. */
export async function ownApps(token: Token): Promise<readonly AppInfo[]> {
  return (await send<AppList>('GET', '/me/apps', token)).apps;
}

export function createApp(request: CreateApp, token: Token): Promise<AppInfo> {
  return send('POST', '/me/apps', token, request);
}

export function deleteApp(id: string, token: Token): Promise<void> {
  return send('DELETE', `/me/apps/${encodeURIComponent(id)}`, token);
}

/** The permissions that an app requests. @param query of the address to which it has sent the user, without `?` */
export function authorization(query: string): Promise<Authorization> {
  return send('GET', `/oauth/authorization?${query}`, null);
}

/** Answers an app. @returns the address to which the user is sent back */
export async function answerAuthorization(query: string, allow: boolean, token: Token): Promise<string> {
  return (await send<AuthorizationAnswered>('POST', '/oauth/authorization', token, { query, allow })).to;
}

/** The permissions that the app on a device requests. */
export function deviceConsent(code: string, token: Token): Promise<AppConsent> {
  return send('GET', `/oauth/device?user_code=${encodeURIComponent(code)}`, token);
}

export function answerDevice(code: string, allow: boolean, token: Token): Promise<void> {
  return send('POST', '/oauth/device', token, { user_code: code, allow });
}

/** The pairings that the user has created, the newest first. @param from `next` of the page before; `null` for the first */
export async function pairings(from: string | null, token: Token): Promise<Page<Pairing>> {
  const query = from === null ? '' : `?${new URLSearchParams({ cursor: from })}`;
  const { pairings: rows, next } = await send<PairingPage>('GET', `/pairings${query}`, token);
  return { rows, next };
}

/** Cancels a pairing before its start. */
export function cancelPairing(id: string, token: Token): Promise<void> {
  return send('DELETE', `/pairings/${encodeURIComponent(id)}`, token);
}

export async function webhooks(token: Token): Promise<readonly WebhookInfo[]> {
  return (await send<WebhookList>('GET', '/me/webhooks', token)).webhooks;
}

export function createWebhook(request: CreateWebhook, token: Token): Promise<WebhookCreated> {
  return send('POST', '/me/webhooks', token, request);
}

export function deleteWebhook(id: string, token: Token): Promise<void> {
  return send('DELETE', `/me/webhooks/${encodeURIComponent(id)}`, token);
}

/** Sends a test message to the receiver. */
export function testWebhook(id: string, token: Token): Promise<WebhookTest> {
  return send('POST', `/me/webhooks/${encodeURIComponent(id)}/test`, token);
}

/** The number of recovery codes left. */
export async function recoveryCodesLeft(token: Token): Promise<number> {
  return (await send<RecoveryCodesLeft>('GET', '/me/recovery-codes', token)).left;
}

/** Makes ten new codes, which replace the old ones. */
export async function newRecoveryCodes(password: string, code: Code, token: Token): Promise<readonly string[]> {
  return (await send<RecoveryCodes>('POST', '/me/recovery-codes', token, confirmed(password, code))).codes;
}

/** Whether logging in takes a code as well as the password. */
export async function hasTwoFactor(token: Token): Promise<boolean> {
  return (await send<TwoFactorState>('GET', '/me/two-factor', token)).enabled;
}

/** A secret for an authenticator app. Two-factor login starts with the first code of the app. */
export function prepareTwoFactor(password: string, token: Token): Promise<TwoFactorSecret> {
  return send('POST', '/me/two-factor', token, { password });
}

/** Turns two-factor login on, and makes ten new recovery codes, which replace the old ones. */
export async function enableTwoFactor(code: string, token: Token): Promise<readonly string[]> {
  return (await send<RecoveryCodes>('PUT', '/me/two-factor', token, { code })).codes;
}

/** @param code of the app, or a recovery code */
export function disableTwoFactor(password: string, code: string, token: Token): Promise<void> {
  return send('DELETE', '/me/two-factor', token, confirmed(password, code));
}

/** Ways to reset a forgotten password besides recovery codes. */
export function recoveryWays(): Promise<RecoveryOptions> {
  return send('GET', '/recovery', null);
}

/** Sends a reset code by mail. @param to the account's name or mail address; the answer does not reveal whether it exists */
export function mailCode(to: string, language: Language): Promise<void> {
  return send('POST', '/recovery/mail', null, { to, language });
}

export function mailAddresses(token: Token): Promise<MailAddresses> {
  return send('GET', '/me/mail', token);
}

/** Sends a code to an address; the address counts after the code is confirmed. */
export function setMail(
  address: string,
  password: string,
  code: Code,
  language: Language,
  token: Token,
): Promise<void> {
  return send('PUT', '/me/mail', token, { address, language, ...confirmed(password, code) });
}

export function confirmMail(code: string, token: Token): Promise<void> {
  return send('POST', '/me/mail/confirmation', token, { code });
}

export function removeMail(password: string, code: Code, token: Token): Promise<void> {
  return send('DELETE', '/me/mail', token, confirmed(password, code));
}
