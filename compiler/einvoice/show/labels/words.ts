// Columns: code or key, en, de, fr, es, it, nl, pl.
import { tableWithEnglish, type Language } from "./table.js";

/** UNTDID 1001; also in titles */
export const DOCUMENT_WORDS = tableWithEnglish(`
326|Partial invoice|Teilrechnung|Facture partielle|Factura parcial|Fattura parziale|Deelfactuur|Faktura częściowa
380|Invoice|Rechnung|Facture|Factura|Fattura|Factuur|Faktura
381|Credit note|Gutschrift|Avoir|Nota de crédito|Nota di credito|Creditnota|Nota kredytowa
383|Debit note|Belastungsanzeige|Note de débit|Nota de débito|Nota di debito|Debetnota|Nota debetowa
384|Corrected invoice|Rechnungskorrektur|Facture rectificative|Factura rectificativa|Fattura rettificativa|Gecorrigeerde factuur|Faktura korygująca
386|Prepayment invoice|Vorauszahlungsrechnung|Facture d’acompte|Factura de anticipo|Fattura di acconto|Voorschotfactuur|Faktura zaliczkowa
389|Self-billed invoice|Selbst ausgestellte Rechnung|Autofacture|Autofactura|Autofattura|Self-billingfactuur|Faktura w samofakturowaniu
261|Self-billed credit note|Selbst ausgestellte Gutschrift|Avoir autofacturé|Nota de crédito autofacturada|Nota di credito autofatturata|Self-billingcreditnota|Nota kredytowa w samofakturowaniu
393|Factored invoice|Abgetretene Rechnung|Facture affacturée|Factura cedida a factoring|Fattura ceduta al factor|Gefactorde factuur|Faktura faktoringowa
396|Factored credit note|Abgetretene Gutschrift|Avoir affacturé|Nota de crédito cedida a factoring|Nota di credito ceduta al factor|Gefactorde creditnota|Nota kredytowa faktoringowa
751|Invoice information for accounting purposes|Rechnungsinformation für Buchungszwecke|Informations de facture à des fins comptables|Información de factura a efectos contables|Informazioni di fattura a fini contabili|Factuurinformatie voor boekhouding|Informacja o fakturze do celów księgowych
875|Partial construction invoice|Abschlagsrechnung Bau|Facture partielle de travaux|Factura parcial de obra|Fattura parziale di lavori|Deelfactuur bouw|Częściowa faktura budowlana
876|Partial final construction invoice|Teilschlussrechnung Bau|Facture finale partielle de travaux|Factura final parcial de obra|Fattura finale parziale di lavori|Gedeeltelijke eindfactuur bouw|Częściowa końcowa faktura budowlana
877|Final construction invoice|Schlussrechnung Bau|Facture finale de travaux|Factura final de obra|Fattura finale di lavori|Eindfactuur bouw|Końcowa faktura budowlana
`);

/** UNTDID 4461. */
export const PAYMENT_WORDS = tableWithEnglish(`
1|Instrument not defined|Nicht festgelegt|Instrument non défini|Instrumento no definido|Strumento non definito|Niet bepaald|Nieokreślony
10|In cash|Bar|En espèces|En efectivo|In contanti|Contant|Gotówka
20|Cheque|Scheck|Chèque|Cheque|Assegno|Cheque|Czek
30|Credit transfer|Überweisung|Virement|Transferencia|Bonifico|Overboeking|Przelew
31|Debit transfer|Belastung|Transfert de débit|Transferencia de débito|Trasferimento a debito|Debetoverboeking|Przelew obciążeniowy
42|Payment to bank account|Zahlung auf ein Bankkonto|Paiement sur compte bancaire|Pago a cuenta bancaria|Pagamento su conto bancario|Betaling op bankrekening|Wpłata na rachunek bankowy
48|Bank card|Bankkarte|Carte bancaire|Tarjeta bancaria|Carta bancaria|Bankkaart|Karta bankowa
49|Direct debit|Lastschrift|Prélèvement|Adeudo domiciliado|Addebito diretto|Automatische incasso|Polecenie zapłaty
54|Credit card|Kreditkarte|Carte de crédit|Tarjeta de crédito|Carta di credito|Creditcard|Karta kredytowa
55|Debit card|Debitkarte|Carte de débit|Tarjeta de débito|Carta di debito|Debetkaart|Karta debetowa
57|Standing agreement|Laufende Vereinbarung|Accord permanent|Acuerdo permanente|Accordo permanente|Doorlopende overeenkomst|Stałe porozumienie
58|SEPA credit transfer|SEPA-Überweisung|Virement SEPA|Transferencia SEPA|Bonifico SEPA|SEPA-overboeking|Przelew SEPA
59|SEPA direct debit|SEPA-Lastschrift|Prélèvement SEPA|Adeudo domiciliado SEPA|Addebito diretto SEPA|SEPA-incasso|Polecenie zapłaty SEPA
97|Clearing between partners|Verrechnung zwischen Partnern|Compensation entre partenaires|Compensación entre socios|Compensazione tra partner|Verrekening tussen partners|Rozliczenie między partnerami
`);

/** UNTDID 5305. */
export const VAT_WORDS = tableWithEnglish(`
S|Standard rate|Normalsatz|Taux normal|Tipo general|Aliquota ordinaria|Normaal tarief|Stawka podstawowa
Z|Zero rated|Nullsatz|Taux zéro|Tipo cero|Aliquota zero|Nultarief|Stawka zerowa
E|Exempt from VAT|Steuerbefreit|Exonéré de TVA|Exento de IVA|Esente da IVA|Vrijgesteld van btw|Zwolnione z VAT
AE|Reverse charge|Umkehrung der Steuerschuldnerschaft|Autoliquidation|Inversión del sujeto pasivo|Inversione contabile|Btw verlegd|Odwrotne obciążenie
K|Intra-community supply|Innergemeinschaftliche Lieferung|Livraison intracommunautaire|Entrega intracomunitaria|Cessione intracomunitaria|Intracommunautaire levering|Dostawa wewnątrzwspólnotowa
G|Export outside the EU|Ausfuhr aus der EU|Exportation hors UE|Exportación fuera de la UE|Esportazione fuori dall’UE|Uitvoer buiten de EU|Eksport poza UE
O|Not subject to VAT|Nicht steuerbar|Hors champ de la TVA|No sujeto al IVA|Fuori campo IVA|Niet aan btw onderworpen|Nie podlega VAT
L|Canary Islands tax (IGIC)|Steuer der Kanarischen Inseln (IGIC)|Taxe des îles Canaries (IGIC)|Impuesto canario (IGIC)|Imposta delle Canarie (IGIC)|Belasting van de Canarische Eilanden (IGIC)|Podatek Wysp Kanaryjskich (IGIC)
M|Tax of Ceuta and Melilla (IPSI)|Steuer von Ceuta und Melilla (IPSI)|Taxe de Ceuta et Melilla (IPSI)|Impuesto de Ceuta y Melilla (IPSI)|Imposta di Ceuta e Melilla (IPSI)|Belasting van Ceuta en Melilla (IPSI)|Podatek Ceuty i Melilli (IPSI)
B|Split payment|Split-Payment|Paiement fractionné|Pago dividido (split payment)|Scissione dei pagamenti|Gesplitste betaling|Podzielona płatność
`);

/** UN/ECE Recommendation 20: units that invoices use. */
export const UNIT_WORDS = tableWithEnglish(`
C62|piece|Stück|unité|unidad|pezzo|stuk|sztuka
H87|piece|Stück|pièce|pieza|pezzo|stuk|sztuka
EA|each|Stück|unité|unidad|pezzo|stuk|sztuka
XPP|piece|Stück|pièce|pieza|pezzo|stuk|sztuka
HUR|hour|Stunde|heure|hora|ora|uur|godzina
MIN|minute|Minute|minute|minuto|minuto|minuut|minuta
DAY|day|Tag|jour|día|giorno|dag|dzień
WEE|week|Woche|semaine|semana|settimana|week|tydzień
MON|month|Monat|mois|mes|mese|maand|miesiąc
ANN|year|Jahr|année|año|anno|jaar|rok
KGM|kilogram|Kilogramm|kilogramme|kilogramo|chilogrammo|kilogram|kilogram
GRM|gram|Gramm|gramme|gramo|grammo|gram|gram
TNE|tonne|Tonne|tonne|tonelada|tonnellata|ton|tona
MTR|metre|Meter|mètre|metro|metro|meter|metr
CMT|centimetre|Zentimeter|centimètre|centímetro|centimetro|centimeter|centymetr
KMT|kilometre|Kilometer|kilomètre|kilómetro|chilometro|kilometer|kilometr
MTK|square metre|Quadratmeter|mètre carré|metro cuadrado|metro quadrato|vierkante meter|metr kwadratowy
MTQ|cubic metre|Kubikmeter|mètre cube|metro cúbico|metro cubo|kubieke meter|metr sześcienny
LTR|litre|Liter|litre|litro|litro|liter|litr
KWH|kilowatt hour|Kilowattstunde|kilowattheure|kilovatio hora|chilowattora|kilowattuur|kilowatogodzina
SET|set|Satz|jeu|juego|set|set|zestaw
LS|lump sum|Pauschale|forfait|tanto alzado|forfait|vast bedrag|ryczałt
P1|percent|Prozent|pour cent|por ciento|per cento|procent|procent
XPK|package|Packung|paquet|paquete|confezione|pak|opakowanie
XCT|carton|Karton|carton|cartón|cartone|doos|karton
XBX|box|Kiste|boîte|caja|scatola|doos|pudełko
`);

/** UNTDID 2005 of BT-8. */
export const TAX_POINT_WORDS = tableWithEnglish(`
3|Invoice date|Rechnungsdatum|Date de facture|Fecha de la factura|Data della fattura|Factuurdatum|Data faktury
35|Delivery date|Lieferdatum|Date de livraison|Fecha de entrega|Data di consegna|Leverdatum|Data dostawy
432|Date of payment|Zahlungsdatum|Date de paiement|Fecha de pago|Data di pagamento|Betalingsdatum|Data płatności
`);

const WORDS = tableWithEnglish(`
term|Term|Angabe|Donnée|Término|Elemento|Gegeven|Pole
number|No.|Nr.|N°|N.º|N.|Nr.|Nr
value|Value|Wert|Valeur|Valor|Valore|Waarde|Wartość
invoice|Invoice data|Rechnungsdaten|Données de la facture|Datos de la factura|Dati della fattura|Factuurgegevens|Dane faktury
scheme|scheme|Schema|schéma|esquema|schema|schema|schemat
scheme_version|scheme version|Version des Schemas|version du schéma|versión del esquema|versione dello schema|versie van het schema|wersja schematu
bytes|bytes|Byte|octets|bytes|byte|bytes|bajtów
left_out|Content without a term|Inhalt ohne Begriff|Contenu sans terme|Contenido sin término|Contenuto senza termine|Inhoud zonder term|Treść bez terminu
of|of|von|sur|sobre|su|over|od
position|Item|Pos.|Pos.|Pos.|Pos.|Pos.|Poz.
description|Description|Beschreibung|Désignation|Descripción|Descrizione|Omschrijving|Opis
quantity|Quantity|Menge|Quantité|Cantidad|Quantità|Hoeveelheid|Ilość
unit|Unit|Einheit|Unité|Unidad|Unità|Eenheid|Jednostka
price|Unit price|Einzelpreis|Prix unitaire|Precio unitario|Prezzo unitario|Stukprijs|Cena jedn.
vat|VAT|USt.|TVA|IVA|IVA|Btw|VAT
net|Net amount|Nettobetrag|Montant net|Importe neto|Importo netto|Nettobedrag|Kwota netto
payment|Payment|Zahlung|Paiement|Pago|Pagamento|Betaling|Płatność
credited|Amount credited|Gutschriftsbetrag|Montant de l’avoir|Importe del abono|Importo accreditato|Gecrediteerd bedrag|Kwota uznania
scan|Scan to pay|Zum Bezahlen scannen|Scannez pour payer|Escanee para pagar|Scansiona per pagare|Scan om te betalen|Zeskanuj, aby zapłacić
payment_code|Payment code (EPC) with the credit transfer data below|Zahlungscode (EPC) mit den Überweisungsdaten|Code de paiement (EPC) avec les données du virement|Código de pago (EPC) con los datos de la transferencia|Codice di pagamento (EPC) con i dati del bonifico|Betaalcode (EPC) met de gegevens van de overboeking|Kod płatności (EPC) z danymi przelewu
place|Place|Stelle|Emplacement|Lugar|Posizione|Plaats|Miejsce
yes|yes|ja|oui|sí|sì|ja|tak
no|no|nein|non|no|no|nee|nie
`);
export const wordOf = (key: string, language: Language): string => WORDS.get(key)![language];
