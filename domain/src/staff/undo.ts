import type { StaffCommand } from './decide.js';
import type { StaffEvent } from './events.js';

/** The names of the state's fields that an event changes. */
export function staffFieldsOf({ type, data }: StaffEvent): string[] {
  switch (type) {
    case 'RoleCreated.v1':
    case 'RoleDeleted.v1':
    case 'RoleRestored.v1':
      return [`role ${data.roleId}`]; // the holders before the deletion keep it; those who got another role since keep that one
    case 'RoleChanged.v1':
      return [`name of role ${data.roleId}`];
    case 'RoleKeyGiven.v1':
    case 'RoleKeyTaken.v1':
      return [`${data.key} of role ${data.roleId}`];
    case 'RoleGiven.v1':
      return [`role of member ${data.userId}`];
    case 'MemberBanned.v1':
    case 'MemberUnbanned.v1':
      return [`ban of member ${data.userId}`];
    case 'MemberLeft.v1':
      return [`role of member ${data.userId}`, `ban of member ${data.userId}`];
  }
}

/** The command that undoes an event; null for an erasure, which is final. */
export function staffInverseOf({ type, data }: StaffEvent): StaffCommand | null {
  switch (type) {
    case 'RoleCreated.v1':
    case 'RoleRestored.v1':
      return { type: 'DeleteRole', roleId: data.roleId };
    case 'RoleChanged.v1':
      return { type: 'ChangeRole', roleId: data.roleId, ...data.before };
    case 'RoleDeleted.v1':
      return { type: 'RestoreRole', roleId: data.roleId, holders: data.holders };
    case 'RoleKeyGiven.v1':
      return { type: 'TakeKey', roleId: data.roleId, key: data.key };
    case 'RoleKeyTaken.v1':
      return { type: 'GiveKey', roleId: data.roleId, key: data.key };
    case 'RoleGiven.v1':
      return { type: 'GiveRole', userId: data.userId, roleId: data.before, isRestore: true };
    case 'MemberBanned.v1':
      return data.before
        ? { type: 'Ban', userId: data.userId, ...data.before, isRestore: true }
        : { type: 'Unban', userId: data.userId };
    case 'MemberUnbanned.v1':
      return { type: 'Ban', userId: data.userId, ...data.before, isRestore: true };
    case 'MemberLeft.v1':
      return null;
  }
}
