// Columns: field, de, fr, es, it, nl, pl.
import { table } from "./table.js";

export const DOCUMENT_TERMS = table(`
invoice_number|Rechnungsnummer|Numéro de facture|Número de factura|Numero della fattura|Factuurnummer|Numer faktury
invoice_issue_date|Rechnungsdatum|Date d’émission de la facture|Fecha de emisión de la factura|Data di emissione della fattura|Factuurdatum|Data wystawienia faktury
invoice_type_code|Code für den Rechnungstyp|Code de type de facture|Código de tipo de factura|Codice del tipo di fattura|Code van het factuurtype|Kod typu faktury
invoice_currency_code|Code für die Rechnungswährung|Code de devise de facturation|Código de moneda de la factura|Codice della valuta della fattura|Valutacode van de factuur|Kod waluty faktury
vat_accounting_currency_code|Code für die Währung der Umsatzsteuerbuchung|Code de devise de comptabilisation de la TVA|Código de moneda de contabilización del IVA|Codice della valuta di contabilizzazione dell’IVA|Valutacode van de btw-boekhouding|Kod waluty rozliczenia VAT
vat_point_date|Datum der Steuerfälligkeit|Date d’exigibilité de la TVA|Fecha de devengo del IVA|Data di esigibilità dell’IVA|Datum van verschuldigdheid van de btw|Data powstania obowiązku podatkowego VAT
vat_point_date_code|Code für das Datum der Steuerfälligkeit|Code de la date d’exigibilité de la TVA|Código de la fecha de devengo del IVA|Codice della data di esigibilità dell’IVA|Code van de datum van verschuldigdheid van de btw|Kod daty powstania obowiązku podatkowego VAT
payment_due_date|Fälligkeitsdatum der Zahlung|Date d’échéance du paiement|Fecha de vencimiento del pago|Data di scadenza del pagamento|Vervaldatum van de betaling|Termin płatności
buyer_reference|Käuferreferenz|Référence de l’acheteur|Referencia del comprador|Riferimento dell’acquirente|Referentie van de koper|Numer referencyjny nabywcy
project_reference|Projektreferenz|Référence du projet|Referencia del proyecto|Riferimento del progetto|Projectreferentie|Numer projektu
contract_reference|Vertragsreferenz|Référence du contrat|Referencia del contrato|Riferimento del contratto|Contractreferentie|Numer umowy
purchase_order_reference|Bestellreferenz|Référence de la commande|Referencia del pedido|Riferimento dell’ordine di acquisto|Inkooporderreferentie|Numer zamówienia
sales_order_reference|Auftragsreferenz|Référence de l’ordre de vente|Referencia de la orden de venta|Riferimento dell’ordine di vendita|Verkooporderreferentie|Numer zlecenia sprzedaży
receiving_advice_reference|Referenz der Wareneingangsmeldung|Référence de l’avis de réception|Referencia del aviso de recepción|Riferimento dell’avviso di ricevimento|Referentie van het ontvangstbericht|Numer potwierdzenia odbioru
despatch_advice_reference|Referenz der Versandanzeige|Référence de l’avis d’expédition|Referencia del aviso de expedición|Riferimento dell’avviso di spedizione|Referentie van het verzendbericht|Numer awiza wysyłki
tender_or_lot_reference|Referenz der Ausschreibung oder des Loses|Référence de l’appel d’offres ou du lot|Referencia de la licitación o del lote|Riferimento della gara o del lotto|Referentie van aanbesteding of perceel|Numer przetargu lub części
invoiced_object_identifier|Kennung des abgerechneten Objekts|Identifiant de l’objet facturé|Identificador del objeto facturado|Identificativo dell’oggetto fatturato|Identificator van het gefactureerde object|Identyfikator fakturowanego obiektu
buyer_accounting_reference|Buchungsreferenz des Käufers|Référence comptable de l’acheteur|Referencia contable del comprador|Riferimento contabile dell’acquirente|Boekhoudkundige referentie van de koper|Numer księgowy nabywcy
payment_terms|Zahlungsbedingungen|Conditions de paiement|Condiciones de pago|Condizioni di pagamento|Betalingsvoorwaarden|Warunki płatności
notes[]|Rechnungsbemerkung|Note de facture|Nota de factura|Nota della fattura|Factuurnotitie|Uwaga do faktury
notes[].subject_code|Code für den Betreff der Bemerkung|Code du sujet de la note|Código del asunto de la nota|Codice dell’oggetto della nota|Code van het onderwerp van de notitie|Kod tematu uwagi
notes[].text|Bemerkung|Note|Nota|Nota|Notitie|Uwaga
notes[].content_code|Code für den Inhalt der Bemerkung|Code du contenu de la note|Código del contenido de la nota|Codice del contenuto della nota|Code van de inhoud van de notitie|Kod treści uwagi
process_control|Prozesssteuerung|Contrôle du processus|Control del proceso|Controllo del processo|Procesbesturing|Sterowanie procesem
process_control.business_process_type|Art des Geschäftsprozesses|Type de processus métier|Tipo de proceso de negocio|Tipo di processo aziendale|Soort bedrijfsproces|Rodzaj procesu biznesowego
process_control.specification_identifier|Kennung der Spezifikation|Identifiant de la spécification|Identificador de la especificación|Identificativo della specifica|Identificator van de specificatie|Identyfikator specyfikacji
process_control.test_indicator|Testkennzeichen|Indicateur de test|Indicador de prueba|Indicatore di prova|Testindicator|Znacznik testu
preceding_invoice_references[]|Referenz auf eine vorausgegangene Rechnung|Référence à une facture antérieure|Referencia a una factura anterior|Riferimento a una fattura precedente|Referentie naar een eerdere factuur|Odwołanie do wcześniejszej faktury
preceding_invoice_references[].reference|Nummer der vorausgegangenen Rechnung|Référence de la facture antérieure|Referencia de la factura anterior|Riferimento della fattura precedente|Referentie van de eerdere factuur|Numer wcześniejszej faktury
preceding_invoice_references[].issue_date|Datum der vorausgegangenen Rechnung|Date d’émission de la facture antérieure|Fecha de emisión de la factura anterior|Data di emissione della fattura precedente|Datum van de eerdere factuur|Data wystawienia wcześniejszej faktury
preceding_invoice_references[].type_code|Typ der vorausgegangenen Rechnung|Type de la facture antérieure|Tipo de la factura anterior|Tipo della fattura precedente|Type van de eerdere factuur|Typ wcześniejszej faktury
delivery.actual_delivery_date|Tatsächliches Lieferdatum|Date effective de livraison|Fecha efectiva de entrega|Data effettiva di consegna|Werkelijke leverdatum|Rzeczywista data dostawy
invoicing_period|Abrechnungszeitraum|Période de facturation|Período de facturación|Periodo di fatturazione|Factureringsperiode|Okres rozliczeniowy
invoicing_period.start_date|Beginn des Abrechnungszeitraums|Début de la période de facturation|Inicio del período de facturación|Inizio del periodo di fatturazione|Begin van de factureringsperiode|Początek okresu rozliczeniowego
invoicing_period.end_date|Ende des Abrechnungszeitraums|Fin de la période de facturation|Fin del período de facturación|Fine del periodo di fatturazione|Einde van de factureringsperiode|Koniec okresu rozliczeniowego
invoicing_period.description|Text zum Abrechnungszeitraum|Texte de la période de facturation|Texto del período de facturación|Testo del periodo di fatturazione|Tekst bij de factureringsperiode|Opis okresu rozliczeniowego
payment_instructions|Zahlungsanweisungen|Instructions de paiement|Instrucciones de pago|Istruzioni di pagamento|Betalingsinstructies|Instrukcje płatności
payment_instructions.payment_means_type_code|Code für die Zahlungsart|Code de type de moyen de paiement|Código del medio de pago|Codice del mezzo di pagamento|Code van het betaalmiddel|Kod środka płatności
payment_instructions.payment_means_text|Text zur Zahlungsart|Libellé du moyen de paiement|Texto del medio de pago|Testo del mezzo di pagamento|Tekst van het betaalmiddel|Opis środka płatności
payment_instructions.remittance_information|Verwendungszweck|Avis de paiement|Concepto del pago|Causale del versamento|Betalingskenmerk|Tytuł płatności
payment_instructions.credit_transfers[]|Überweisung|Virement|Transferencia|Bonifico|Overboeking|Przelew
payment_instructions.credit_transfers[].payment_account_identifier|Kennung des Zahlungskontos|Identifiant du compte de paiement|Identificador de la cuenta de pago|Identificativo del conto di pagamento|Identificator van de betaalrekening|Identyfikator rachunku płatniczego
payment_instructions.credit_transfers[].payment_account_name|Name des Zahlungskontos|Nom du compte de paiement|Nombre de la cuenta de pago|Nome del conto di pagamento|Naam van de betaalrekening|Nazwa rachunku płatniczego
payment_instructions.credit_transfers[].payment_service_provider_identifier|Kennung des Zahlungsdienstleisters|Identifiant du prestataire de services de paiement|Identificador del proveedor de servicios de pago|Identificativo del prestatore di servizi di pagamento|Identificator van de betaaldienstverlener|Identyfikator dostawcy usług płatniczych
payment_instructions.payment_card|Zahlungskarte|Carte de paiement|Tarjeta de pago|Carta di pagamento|Betaalkaart|Karta płatnicza
payment_instructions.payment_card.primary_account_number|Kartennummer|Numéro de compte primaire de la carte|Número de la tarjeta|Numero della carta|Kaartnummer|Numer karty
payment_instructions.payment_card.holder_name|Name des Karteninhabers|Nom du titulaire de la carte|Nombre del titular de la tarjeta|Nome del titolare della carta|Naam van de kaarthouder|Imię i nazwisko posiadacza karty
payment_instructions.direct_debit|Lastschrift|Prélèvement|Adeudo domiciliado|Addebito diretto|Automatische incasso|Polecenie zapłaty
payment_instructions.direct_debit.mandate_reference_identifier|Mandatsreferenz|Identifiant de référence du mandat|Identificador de referencia del mandato|Identificativo di riferimento del mandato|Kenmerk van de machtiging|Identyfikator zgody
payment_instructions.direct_debit.bank_assigned_creditor_identifier|Gläubiger-Identifikationsnummer|Identifiant du créancier assigné par la banque|Identificador del acreedor asignado por el banco|Identificativo del creditore assegnato dalla banca|Door de bank toegekende incassant-ID|Identyfikator wierzyciela nadany przez bank
payment_instructions.direct_debit.debited_account_identifier|Kennung des belasteten Kontos|Identifiant du compte débité|Identificador de la cuenta adeudada|Identificativo del conto addebitato|Identificator van de gedebiteerde rekening|Identyfikator obciążanego rachunku
allowances[]|Nachlass auf Dokumentenebene|Remise au niveau du document|Descuento a nivel de documento|Sconto a livello di documento|Korting op documentniveau|Rabat na poziomie dokumentu
charges[]|Zuschlag auf Dokumentenebene|Charge au niveau du document|Cargo a nivel de documento|Maggiorazione a livello di documento|Toeslag op documentniveau|Opłata na poziomie dokumentu
allowances[].vat_category_code|Code der Umsatzsteuerkategorie des Nachlasses|Code de type de TVA de la remise|Código de categoría de IVA del descuento|Codice della categoria IVA dello sconto|Btw-categoriecode van de korting|Kod kategorii VAT rabatu
allowances[].vat_rate|Umsatzsteuersatz des Nachlasses|Taux de TVA de la remise|Tipo de IVA del descuento|Aliquota IVA dello sconto|Btw-tarief van de korting|Stawka VAT rabatu
charges[].vat_category_code|Code der Umsatzsteuerkategorie des Zuschlags|Code de type de TVA de la charge|Código de categoría de IVA del cargo|Codice della categoria IVA della maggiorazione|Btw-categoriecode van de toeslag|Kod kategorii VAT opłaty
charges[].vat_rate|Umsatzsteuersatz des Zuschlags|Taux de TVA de la charge|Tipo de IVA del cargo|Aliquota IVA della maggiorazione|Btw-tarief van de toeslag|Stawka VAT opłaty
totals|Gesamtsummen|Totaux du document|Totales del documento|Totali del documento|Documenttotalen|Sumy dokumentu
totals.sum_of_line_net_amount|Summe der Nettobeträge der Positionen|Somme des montants nets des lignes|Suma de los importes netos de las líneas|Somma degli importi netti delle righe|Som van de nettobedragen van de regels|Suma kwot netto pozycji
totals.sum_of_allowances|Summe der Nachlässe auf Dokumentenebene|Somme des remises au niveau du document|Suma de los descuentos a nivel de documento|Somma degli sconti a livello di documento|Som van de kortingen op documentniveau|Suma rabatów na poziomie dokumentu
totals.sum_of_charges|Summe der Zuschläge auf Dokumentenebene|Somme des charges au niveau du document|Suma de los cargos a nivel de documento|Somma delle maggiorazioni a livello di documento|Som van de toeslagen op documentniveau|Suma opłat na poziomie dokumentu
totals.total_amount_without_vat|Gesamtbetrag ohne Umsatzsteuer|Montant total hors TVA|Importe total sin IVA|Importo totale senza IVA|Totaalbedrag exclusief btw|Kwota ogółem bez VAT
totals.total_vat_amount|Gesamtbetrag der Umsatzsteuer|Montant total de la TVA|Importe total del IVA|Importo totale dell’IVA|Totaal btw-bedrag|Kwota VAT ogółem
totals.total_vat_amount_in_accounting_currency|Gesamtbetrag der Umsatzsteuer in Buchungswährung|Montant total de la TVA en devise de comptabilisation|Importe total del IVA en la moneda de contabilización|Importo totale dell’IVA nella valuta di contabilizzazione|Totaal btw-bedrag in boekhoudvaluta|Kwota VAT ogółem w walucie rozliczenia
totals.total_amount_with_vat|Gesamtbetrag mit Umsatzsteuer|Montant total TTC|Importe total con IVA|Importo totale con IVA|Totaalbedrag inclusief btw|Kwota ogółem z VAT
totals.paid_amount|Bereits gezahlter Betrag|Montant payé|Importe pagado|Importo pagato|Betaald bedrag|Kwota zapłacona
totals.rounding_amount|Rundungsbetrag|Montant arrondi|Importe de redondeo|Importo di arrotondamento|Afrondingsbedrag|Kwota zaokrąglenia
totals.amount_due_for_payment|Fälliger Zahlungsbetrag|Montant à payer|Importe a pagar|Importo dovuto per il pagamento|Te betalen bedrag|Kwota do zapłaty
vat_breakdown[]|Umsatzsteueraufschlüsselung|Ventilation de la TVA|Desglose del IVA|Riepilogo IVA|Btw-specificatie|Zestawienie VAT
vat_breakdown[].taxable_amount|Steuerpflichtiger Betrag der Kategorie|Base d’imposition du type de TVA|Base imponible de la categoría de IVA|Imponibile della categoria IVA|Belastbaar bedrag van de btw-categorie|Podstawa opodatkowania kategorii VAT
vat_breakdown[].tax_amount|Steuerbetrag der Kategorie|Montant de la TVA pour le type de TVA|Cuota de la categoría de IVA|Imposta della categoria IVA|Btw-bedrag van de categorie|Kwota podatku kategorii VAT
vat_breakdown[].category_code|Code der Umsatzsteuerkategorie|Code de type de TVA|Código de categoría de IVA|Codice della categoria IVA|Btw-categoriecode|Kod kategorii VAT
vat_breakdown[].rate|Umsatzsteuersatz der Kategorie|Taux de TVA du type de TVA|Tipo de la categoría de IVA|Aliquota della categoria IVA|Btw-tarief van de categorie|Stawka kategorii VAT
vat_breakdown[].exemption_reason_text|Text zum Grund der Steuerbefreiung|Motif d’exonération de la TVA|Texto del motivo de exención del IVA|Testo del motivo di esenzione IVA|Tekst van de reden van btw-vrijstelling|Opis podstawy zwolnienia z VAT
vat_breakdown[].exemption_reason_code|Code für den Grund der Steuerbefreiung|Code du motif d’exonération de la TVA|Código del motivo de exención del IVA|Codice del motivo di esenzione IVA|Code van de reden van btw-vrijstelling|Kod podstawy zwolnienia z VAT
vat_breakdown[].line_total_basis_amount|Summe der Positionen der Kategorie|Somme des lignes du type de TVA|Suma de las líneas de la categoría|Somma delle righe della categoria|Som van de regels van de categorie|Suma pozycji kategorii
vat_breakdown[].allowance_charge_basis_amount|Summe der Nachlässe und Zuschläge der Kategorie|Somme des remises et charges du type de TVA|Suma de descuentos y cargos de la categoría|Somma di sconti e maggiorazioni della categoria|Som van kortingen en toeslagen van de categorie|Suma rabatów i opłat kategorii
additional_supporting_documents[]|Rechnungsbegründende Unterlage|Document justificatif additionnel|Documento justificativo adicional|Documento giustificativo aggiuntivo|Aanvullend ondersteunend document|Dodatkowy dokument uzasadniający
additional_supporting_documents[].reference|Referenz der Unterlage|Référence du document justificatif|Referencia del documento justificativo|Riferimento del documento giustificativo|Referentie van het ondersteunende document|Numer dokumentu uzasadniającego
additional_supporting_documents[].description|Beschreibung der Unterlage|Description du document justificatif|Descripción del documento justificativo|Descrizione del documento giustificativo|Beschrijving van het ondersteunende document|Opis dokumentu uzasadniającego
additional_supporting_documents[].external_document_location|Ort des externen Dokuments|Emplacement du document externe|Ubicación del documento externo|Ubicazione del documento esterno|Locatie van het externe document|Lokalizacja dokumentu zewnętrznego
additional_supporting_documents[].attached_document|Angehängtes Dokument|Document joint|Documento adjunto|Documento allegato|Bijgevoegd document|Załączony dokument
additional_supporting_documents[].attached_document.content|Größe des angehängten Dokuments|Taille du document joint|Tamaño del documento adjunto|Dimensione del documento allegato|Grootte van het bijgevoegde document|Rozmiar załączonego dokumentu
additional_supporting_documents[].attached_document.mime_code|MIME-Code des angehängten Dokuments|Code MIME du document joint|Código MIME del documento adjunto|Codice MIME del documento allegato|MIME-code van het bijgevoegde document|Kod MIME załączonego dokumentu
additional_supporting_documents[].attached_document.filename|Dateiname des angehängten Dokuments|Nom de fichier du document joint|Nombre de archivo del documento adjunto|Nome del file del documento allegato|Bestandsnaam van het bijgevoegde document|Nazwa pliku załączonego dokumentu
additional_supporting_documents[].issue_date|Datum der Unterlage|Date du document justificatif|Fecha del documento justificativo|Data del documento giustificativo|Datum van het ondersteunende document|Data dokumentu uzasadniającego
document_name|Name des Dokuments|Nom du document|Nombre del documento|Nome del documento|Naam van het document|Nazwa dokumentu
copy_indicator|Kopiekennzeichen|Indicateur de copie|Indicador de copia|Indicatore di copia|Kopie-indicator|Znacznik kopii
language_codes[]|Sprache|Langue|Idioma|Lingua|Taal|Język
contractual_due_date|Vertragliches Fälligkeitsdatum der Rechnung|Date d’échéance contractuelle de la facture|Fecha de vencimiento contractual de la factura|Data di scadenza contrattuale della fattura|Contractuele vervaldatum van de factuur|Umowny termin płatności faktury
delivery_terms_code|Code der Lieferbedingung (Incoterms)|Code des conditions de livraison (Incoterms)|Código de las condiciones de entrega (Incoterms)|Codice delle condizioni di consegna (Incoterms)|Code van de leveringsvoorwaarden (Incoterms)|Kod warunków dostawy (Incoterms)
transport_mode_code|Code der Transportart|Code du mode de transport|Código del modo de transporte|Codice del modo di trasporto|Code van de vervoerswijze|Kod rodzaju transportu
sales_order_issue_date|Datum des Auftrags|Date de l’ordre de vente|Fecha de la orden de venta|Data dell’ordine di vendita|Datum van de verkooporder|Data zlecenia sprzedaży
purchase_order_issue_date|Datum der Bestellung|Date de la commande|Fecha del pedido|Data dell’ordine di acquisto|Datum van de inkooporder|Data zamówienia
contract_issue_date|Datum des Vertrags|Date du contrat|Fecha del contrato|Data del contratto|Datum van het contract|Data umowy
contract_reference_type_code|Code der Art der Vertragsreferenz|Code du type de référence du contrat|Código del tipo de referencia del contrato|Codice del tipo di riferimento del contratto|Code van het soort contractreferentie|Kod rodzaju numeru umowy
quotation_reference|Angebotsreferenz|Référence du devis|Referencia de la oferta|Riferimento dell’offerta|Offertereferentie|Numer oferty
quotation_issue_date|Datum des Angebots|Date du devis|Fecha de la oferta|Data dell’offerta|Datum van de offerte|Data oferty
ultimate_customer_order_references[]|Bestellung des Endkunden|Commande du client final|Pedido del cliente final|Ordine del cliente finale|Order van de eindklant|Zamówienie klienta końcowego
ultimate_customer_order_references[].reference|Referenz der Bestellung des Endkunden|Référence de la commande du client final|Referencia del pedido del cliente final|Riferimento dell’ordine del cliente finale|Referentie van de order van de eindklant|Numer zamówienia klienta końcowego
ultimate_customer_order_references[].issue_date|Datum der Bestellung des Endkunden|Date de la commande du client final|Fecha del pedido del cliente final|Data dell’ordine del cliente finale|Datum van de order van de eindklant|Data zamówienia klienta końcowego
despatch_advice_issue_date|Datum der Versandanzeige|Date de l’avis d’expédition|Fecha del aviso de expedición|Data dell’avviso di spedizione|Datum van het verzendbericht|Data awiza wysyłki
receiving_advice_issue_date|Datum der Wareneingangsmeldung|Date de l’avis de réception|Fecha del aviso de recepción|Data dell’avviso di ricevimento|Datum van het ontvangstbericht|Data potwierdzenia odbioru
delivery_note_reference|Lieferscheinreferenz|Référence du bon de livraison|Referencia del albarán|Riferimento del documento di trasporto|Pakbonreferentie|Numer dowodu dostawy
delivery_note_issue_date|Datum des Lieferscheins|Date du bon de livraison|Fecha del albarán|Data del documento di trasporto|Datum van de pakbon|Data dowodu dostawy
tax_currency_exchange|Umrechnung in die Buchungswährung|Conversion dans la devise de comptabilisation|Conversión a la moneda de contabilización|Conversione nella valuta di contabilizzazione|Omrekening naar de boekhoudvaluta|Przeliczenie na walutę rozliczenia
tax_currency_exchange.source_currency_code|Ausgangswährung|Devise source|Moneda de origen|Valuta di origine|Bronvaluta|Waluta źródłowa
tax_currency_exchange.target_currency_code|Zielwährung|Devise cible|Moneda de destino|Valuta di destinazione|Doelvaluta|Waluta docelowa
tax_currency_exchange.conversion_rate|Umrechnungskurs|Taux de conversion|Tipo de cambio|Tasso di conversione|Wisselkoers|Kurs przeliczenia
tax_currency_exchange.conversion_rate_date|Datum des Umrechnungskurses|Date du taux de conversion|Fecha del tipo de cambio|Data del tasso di conversione|Datum van de wisselkoers|Data kursu przeliczenia
logistics_service_charges[]|Versandkosten|Frais de service logistique|Cargo por servicio logístico|Spese di servizio logistico|Logistieke servicekosten|Opłata za usługę logistyczną
logistics_service_charges[].description|Text zu den Versandkosten|Texte des frais de service logistique|Texto del cargo por servicio logístico|Testo delle spese di servizio logistico|Tekst van de logistieke servicekosten|Opis opłaty za usługę logistyczną
logistics_service_charges[].amount|Betrag der Versandkosten|Montant des frais de service logistique|Importe del cargo por servicio logístico|Importo delle spese di servizio logistico|Bedrag van de logistieke servicekosten|Kwota opłaty za usługę logistyczną
logistics_service_charges[].vat_category_code|Umsatzsteuerkategorie der Versandkosten|Type de TVA des frais de service logistique|Categoría de IVA del cargo por servicio logístico|Categoria IVA delle spese di servizio logistico|Btw-categorie van de logistieke servicekosten|Kategoria VAT opłaty za usługę logistyczną
logistics_service_charges[].vat_rate|Umsatzsteuersatz der Versandkosten|Taux de TVA des frais de service logistique|Tipo de IVA del cargo por servicio logístico|Aliquota IVA delle spese di servizio logistico|Btw-tarief van de logistieke servicekosten|Stawka VAT opłaty za usługę logistyczną
payment_terms_details[]|Zahlungsbedingung|Condition de paiement|Condición de pago|Condizione di pagamento|Betalingsvoorwaarde|Warunek płatności
payment_terms_details[].description|Zahlungsbedingungen, weitere|Conditions de paiement, suivantes|Condiciones de pago, siguientes|Condizioni di pagamento, successive|Betalingsvoorwaarden, verdere|Warunki płatności, kolejne
payment_terms_details[].due_date|Fälligkeitsdatum, weiteres|Date d’échéance, suivante|Fecha de vencimiento, siguiente|Data di scadenza, successiva|Vervaldatum, verdere|Termin płatności, kolejny
payment_terms_details[].partial_payment_amount|Betrag der Teilzahlung|Montant du paiement partiel|Importe del pago parcial|Importo del pagamento parziale|Bedrag van de deelbetaling|Kwota płatności częściowej
payment_terms_details[].penalty|Verzugszuschlag|Pénalité de retard|Recargo por demora|Penale di mora|Toeslag bij te late betaling|Opłata za opóźnienie
payment_terms_details[].discount|Skonto|Escompte|Descuento por pronto pago|Sconto di pagamento|Betalingskorting|Skonto
advance_payments[]|Anzahlung|Acompte|Anticipo|Acconto|Vooruitbetaling|Zaliczka
advance_payments[].paid_amount|Betrag der Anzahlung|Montant de l’acompte|Importe del anticipo|Importo dell’acconto|Bedrag van de vooruitbetaling|Kwota zaliczki
advance_payments[].received_date|Datum der Anzahlung|Date de l’acompte|Fecha del anticipo|Data dell’acconto|Datum van de vooruitbetaling|Data zaliczki
advance_payments[].vat[]|Enthaltene Steuer|Taxe incluse|Impuesto incluido|Imposta inclusa|Inbegrepen belasting|Zawarty podatek
advance_payments[].vat[].tax_amount|Betrag der enthaltenen Steuer|Montant de la taxe incluse|Importe del impuesto incluido|Importo dell’imposta inclusa|Bedrag van de inbegrepen belasting|Kwota zawartego podatku
advance_payments[].vat[].category_code|Kategorie der enthaltenen Steuer|Type de la taxe incluse|Categoría del impuesto incluido|Categoria dell’imposta inclusa|Categorie van de inbegrepen belasting|Kategoria zawartego podatku
advance_payments[].vat[].rate|Satz der enthaltenen Steuer|Taux de la taxe incluse|Tipo del impuesto incluido|Aliquota dell’imposta inclusa|Tarief van de inbegrepen belasting|Stawka zawartego podatku
advance_payments[].vat[].exemption_reason_text|Grund der Befreiung der enthaltenen Steuer|Motif d’exonération de la taxe incluse|Motivo de exención del impuesto incluido|Motivo di esenzione dell’imposta inclusa|Reden van vrijstelling van de inbegrepen belasting|Podstawa zwolnienia zawartego podatku
advance_payments[].vat[].exemption_reason_code|Code des Grundes der Befreiung der enthaltenen Steuer|Code du motif d’exonération de la taxe incluse|Código del motivo de exención del impuesto incluido|Codice del motivo di esenzione dell’imposta inclusa|Code van de reden van vrijstelling van de inbegrepen belasting|Kod podstawy zwolnienia zawartego podatku
advance_payments[].invoice_reference|Nummer der Anzahlungsrechnung|Référence de la facture d’acompte|Referencia de la factura de anticipo|Riferimento della fattura d’acconto|Referentie van de voorschotfactuur|Numer faktury zaliczkowej
advance_payments[].invoice_type_code|Typ der Anzahlungsrechnung|Type de la facture d’acompte|Tipo de la factura de anticipo|Tipo della fattura d’acconto|Type van de voorschotfactuur|Typ faktury zaliczkowej
advance_payments[].invoice_issue_date|Datum der Anzahlungsrechnung|Date de la facture d’acompte|Fecha de la factura de anticipo|Data della fattura d’acconto|Datum van de voorschotfactuur|Data faktury zaliczkowej
third_party_payments[]|Fremdforderung|Paiement pour un tiers|Pago por cuenta de terceros|Pagamento per conto di terzi|Betaling voor derden|Należność osoby trzeciej
third_party_payments[].type|Art der Fremdforderung|Type du paiement pour un tiers|Tipo del pago por cuenta de terceros|Tipo del pagamento per conto di terzi|Soort betaling voor derden|Rodzaj należności osoby trzeciej
third_party_payments[].amount|Betrag der Fremdforderung|Montant du paiement pour un tiers|Importe del pago por cuenta de terceros|Importo del pagamento per conto di terzi|Bedrag van de betaling voor derden|Kwota należności osoby trzeciej
third_party_payments[].description|Beschreibung der Fremdforderung|Description du paiement pour un tiers|Descripción del pago por cuenta de terceros|Descrizione del pagamento per conto di terzi|Beschrijving van de betaling voor derden|Opis należności osoby trzeciej
`);
