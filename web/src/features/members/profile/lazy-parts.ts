export { AvatarDialog } from '../../../ui/avatar/avatar-picker.js';
export { RemovalDialog } from '../../../ui/dialog/removal-dialog.js';
export { ReportDialog } from '../../../ui/reports/report-dialog.js';
export { Activity } from './activity.js';
export { People } from './people.js';
