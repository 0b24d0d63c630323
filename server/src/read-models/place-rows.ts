import { resolveFlags, type Actor } from '@guildhall/domain/permissions.js';
import { listFormerNames } from '@guildhall/domain/structure/former-names.js';
import {
  listSubsections,
  type Place,
  type Section,
  type StructureState,
  type Subsection,
} from '@guildhall/domain/structure/state.js';
import type { PlaceCounts, SectionRow, SubsectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { toPlaceId } from '@guildhall/projections/views/places/project.js';
import type { Policy } from '../policy/policy.js';
import type { Views } from '../stores/views.js';
import type { Rows } from './rows.js';
import { readPlaceNumbers } from './place-numbers.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  rows: Rows;
}

export class VisiblePlaces {
  private numbers = new Map<string, PlaceCounts>();
  private readonly formerNames: ReadonlyMap<number, string[]>;

  constructor(
    private readonly services: Dependencies,
    private readonly actor: Actor,
    private readonly deleted = false,
  ) {
    this.formerNames = listFormerNames(services.policy.structure);
  }

  async load(): Promise<void> {
    const { policy } = this.services;
    const places = this.deleted ? listAllPlaces(policy.structure) : policy.listVisiblePlaces(this.actor);
    this.numbers = await readPlaceNumbers(this.services, places);
  }

  buildSection(section: Section): SectionRow | null {
    const subcategories = this.listVisibleSubsections(section).flatMap(
      (subsection) => this.buildSubsection(subsection) ?? [],
    );
    const placeRow = this.place(section, { sectionId: section.sectionId, subsectionId: null });
    const { allowThreadsDirect, rules = '', prefixes, questions } = section;
    return (
      placeRow && { ...placeRow, allow_threads_direct: allowThreadsDirect, questions, rules, prefixes, subcategories }
    );
  }

  buildSubsection(subsection: Subsection): SubsectionRow | null {
    const { sectionId, subsectionId } = subsection;
    const placeRow = this.place(subsection, { sectionId, subsectionId });
    return placeRow && { ...placeRow, section_id: sectionId };
  }

  private listVisibleSubsections({ sectionId }: Section): Subsection[] {
    const { structure } = this.services.policy;
    if (!this.deleted) return listSubsections(structure, sectionId);
    return [...structure.subsections.values()].filter((subsection) => subsection.sectionId === sectionId);
  }

  private place(sectionOrSubsection: Section | Subsection, place: Place): Omit<SubsectionRow, 'section_id'> | null {
    const flags = this.services.policy.getFlags(this.actor, place);
    const visibleFlags = flags ?? (this.deleted ? resolveFlags(this.actor, { section: [], subsection: null }) : null);
    if (!visibleFlags?.can_view) return null;
    const { thread_count = 0, post_count = 0, last_thread = null } = this.numbers.get(toPlaceId(place)) ?? {};
    const id = place.subsectionId ?? place.sectionId;
    const formerNames = this.formerNames.get(id);
    return {
      id,
      name: sectionOrSubsection.name,
      display_name: sectionOrSubsection.displayName,
      ...(formerNames && { former_names: formerNames }),
      description: sectionOrSubsection.description,
      icon: sectionOrSubsection.icon,
      thread_count,
      post_count,
      last_thread,
      can: visibleFlags,
      version: sectionOrSubsection.version,
      ...(sectionOrSubsection.deleted ? { deleted: true } : {}),
    };
  }
}

const listAllPlaces = ({ sections, subsections }: Readonly<StructureState>): Place[] => [
  ...[...sections.keys()].map((sectionId) => ({ sectionId, subsectionId: null })),
  ...[...subsections.values()].map(({ sectionId, subsectionId }) => ({ sectionId, subsectionId })),
];
